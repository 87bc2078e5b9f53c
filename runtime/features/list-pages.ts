import { INVALID_PARAMS, ProtocolError } from "../index.js";
import type { Feature, Handler } from "../index.js";

/** Bytes of the tools of one page: the MCP SDK's clients close the connection at 10 MiB. */
const MAX_PAGE = 9_500_000;

/** Told when the server starts. */
const NOTICE =
  "tools/list takes several pages, and many clients read the first one only. Let a model search for tools in their place: generate with --tools search.";

interface Listed {
  readonly name: string;
}

/**
 * Answers `tools/list` in pages, where all tools are more than clients read at once. A cursor is the name of the first
 * tool of its page, so that a server of another release goes on in the same place.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
 */
export const listPages: Feature = ({ handlers, offer }) => {
  const { "tools/list": list } = handlers;
  // A search lists a few tools in place of all: `--tools all` takes it off.
  const isSearched = offer.features?.some((one) => "listsTools" in one);
  if (!list || isSearched) return {};
  const sizes = new WeakMap<Listed, number>();
  const sizeOf = (tool: Listed) => {
    const size = sizes.get(tool) ?? Buffer.byteLength(JSON.stringify(tool)) + 1;
    sizes.set(tool, size);
    return size;
  };
  const pageOf: Handler = async (params, caller) => {
    const { cursor } = params;
    const whole = await list(params, caller);
    const { tools } = whole as { tools: readonly Listed[] }; // as the protocol says
    const start = cursor ? tools.findIndex(({ name }) => name === cursor) : 0;
    if (start < 0) throw new ProtocolError(INVALID_PARAMS, "Unknown cursor");
    let [end, bytes] = [start, 0];
    for (const tool of tools.slice(start)) {
      bytes += sizeOf(tool);
      if (bytes > MAX_PAGE && end > start) break;
      end += 1;
    }
    const next = tools[end]?.name;
    return {
      ...whole,
      tools: tools.slice(start, end),
      ...(next !== undefined && { nextCursor: next }),
    };
  };
  const paged = Object.assign(pageOf, {
    isPaged: true,
    notice: NOTICE,
  } as const);
  return { "tools/list": paged };
};
