import { INVALID_PARAMS, ProtocolError } from "../../index.js";
import type {
  Feature,
  McpService,
  MethodHandler,
  MethodHandlers,
} from "../../index.js";

/** Limit of the tools of one page in bytes: the MCP SDK's clients close the connection at 10 MiB. */
const MAX_PAGE_BYTES = 9_500_000;

/** Message to log when the server starts. */
const NOTICE =
  "tools/list takes several pages, and many clients read only the first one. Generate with --tools search to let the model search for tools.";

interface ListedTool {
  readonly name: string;
}

/**
 * Splits `tools/list` into pages if all tools are more than a client reads at once. A cursor is the name of the first
 * tool of its page, so that a server of another release continues at the same place.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
 */
export function listPages(): Feature {
  return { name: "list-pages", stage: "connection", methods: pageTools };
}

function pageTools({ definition, handlers }: McpService): MethodHandlers {
  const { "tools/list": list } = handlers;
  // A search lists a few tools instead of all: `--tools all` turns it off.
  const isSearched = definition.features?.some(({ name }) => name === "search");
  if (!list || isSearched) return {};
  const sizes = new WeakMap<ListedTool, number>();
  const measureTool = (tool: ListedTool) => {
    const size = sizes.get(tool) ?? Buffer.byteLength(JSON.stringify(tool)) + 1;
    sizes.set(tool, size);
    return size;
  };
  const listPage: MethodHandler = async (params, caller) => {
    const { cursor } = params;
    const listing = await list(params, caller);
    const { tools } = listing as { tools: readonly ListedTool[] }; // shape of the protocol's result
    const start = cursor ? tools.findIndex(({ name }) => name === cursor) : 0;
    if (start < 0) throw new ProtocolError(INVALID_PARAMS, "Unknown cursor");
    let [end, bytes] = [start, 0];
    for (const tool of tools.slice(start)) {
      bytes += measureTool(tool);
      if (bytes > MAX_PAGE_BYTES && end > start) break;
      end += 1;
    }
    const nextName = tools[end]?.name;
    return {
      ...listing,
      tools: tools.slice(start, end),
      ...(nextName !== undefined && { nextCursor: nextName }),
    };
  };
  const pagedHandler = Object.assign(listPage, {
    isPaged: true,
    notice: NOTICE,
  } as const);
  return { "tools/list": pagedHandler };
}
