import type {
  Call,
  MethodHandler,
  MethodHandlers,
  RegisteredComponent,
  ResultOrigin,
} from "./call.js";
import { isApiResponse, invoke } from "./invoke.js";
import { CallError, INVALID_PARAMS, ProtocolError } from "./errors.js";
import type { Listing, McpService } from "./feature.js";
import { truncateText, mediaKind } from "./media.js";
import { lazy } from "./json-schema.js";
import { toText } from "./styles.js";
import type {
  ApiResponse,
  Args,
  Component,
  Content,
  HandlerResult,
  Log,
  Tool,
  ToolResult,
} from "./types.js";

/** https://modelcontextprotocol.io/specification/2025-11-25/server/tools */
export function createToolHandlers(
  service: Pick<McpService, "entries" | "hooks">,
  listing: Listing = (schema) => schema,
): MethodHandlers {
  const { entries, hooks } = service;
  const toolsByName = collectTools(entries);
  if (toolsByName.size === 0) return {};
  const tools = [...toolsByName.values()];
  const listTools = lazy(() =>
    tools.map((tool) => toListedTool(tool, listing)),
  );
  let isWarned = false;
  /** Logs the first result that is large for a model. */
  const warnOfLargeResult = (
    { content }: ToolResult,
    tool: string,
    log: Log,
  ) => {
    const texts = content.map((block) => ("text" in block ? block.text : ""));
    // A UTF-16 unit takes at most three bytes, and its count is known.
    const maxBytes = texts.reduce((sum, { length }) => sum + 3 * length, 0);
    if (maxBytes <= LARGE_RESULT_BYTES) return;
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes <= LARGE_RESULT_BYTES) return;
    isWarned = true;
    log.warn("large-result", { tool, bytes, hint: LARGE_RESULT_HINT });
  };
  const convert = (
    value: HandlerResult,
    call: Call,
    origin: ResultOrigin,
  ): ToolResult => {
    const structuredContent = hooks.structuredContent?.(value, call, origin);
    const result = toToolResult(value);
    if (!isWarned && !hooks.isBounded)
      warnOfLargeResult(result, call.entry.component.name, call.caller.log);
    return structuredContent ? { ...result, structuredContent } : result;
  };
  const callTool: MethodHandler = async (params, caller) => {
    const name = String(params["name"]);
    const entry = toolsByName.get(name);
    if (!entry)
      throw new ProtocolError(
        INVALID_PARAMS,
        `Unknown tool: ${truncateText(name, 200)}`,
      );
    const input = (params["arguments"] ?? {}) as Args; // `dispatch` accepts only objects
    const invocation = { entry, input, caller, convert };
    return invoke(service, invocation).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      return { content: toTextBlocks(error.message), isError: true };
    });
  };
  return {
    "tools/list": (_params, caller) => {
      const result = { tools: listTools() };
      return hooks.describe?.(result, caller) ?? result;
    },
    "tools/call": Object.assign(callTool, {
      findEntry: ({ name }: Args) => toolsByName.get(String(name)),
    }),
  };
}

/** Size from which a result counts as large, in bytes of its strings: 25,000 tokens. */
const LARGE_RESULT_BYTES = 100_000;
const LARGE_RESULT_HINT =
  "This response is so long that it fills a model's context. Add this line to toolwright's config, and generate again: maxResultTokens: 20000";

/** Collects the tools of a server by name. Throws if two tools have the same name. */
export function collectTools(
  entries: readonly RegisteredComponent[],
): Map<string, RegisteredComponent<Tool>> {
  const toolsByName = new Map<string, RegisteredComponent<Tool>>();
  for (const entry of entries.filter(isTool)) {
    const { name, request } = entry.component;
    const otherRequest = toolsByName.get(name)?.component.request;
    if (otherRequest !== undefined)
      throw new Error(
        `${otherRequest} and ${request} both have the name "${name}". Rename one of them, or remove one from its list.`,
      );
    toolsByName.set(name, entry);
  }
  return toolsByName;
}

const toTextBlocks = (text: string) => [{ type: "text", text }] as const;

const isTool = (
  entry: RegisteredComponent,
): entry is RegisteredComponent<Tool> => entry.component.kind === "tool";

/** Returns a tool in the form that clients see. */
function toListedTool(entry: RegisteredComponent<Tool>, listing: Listing) {
  const { component, inputSchema, source } = entry;
  const {
    _meta,
    annotations = {},
    examples,
    icons,
    name,
    request,
    title,
  } = component;
  const { readOnlyHint = false } = annotations;
  const schema = listing(inputSchema(), source.schemas, request);
  return {
    name,
    title,
    description: describeComponent(component),
    inputSchema: examples ? { ...schema, examples } : schema,
    annotations: {
      readOnlyHint,
      destructiveHint: !readOnlyHint,
      idempotentHint: readOnlyHint,
      openWorldHint: true,
      ...annotations,
    },
    icons,
    _meta,
  };
}

/** Returns the text by which a model chooses a component; `paragraphs` follow its description. */
export function describeComponent(
  component: Component,
  paragraphs: string[] = [],
): string {
  const { example, name, title = name, description = title } = component;
  return [
    dedent(description),
    ...paragraphs,
    ...(example ? [`Example arguments: ${JSON.stringify(example)}`] : []),
  ].join("\n\n");
}

/** Removes the indentation of text between a first and a last line break; returns other text unchanged. */
export function dedent(text: string): string {
  if (!text.startsWith("\n")) return text;
  const [, indent = ""] = /\n( *)\S/.exec(text) ?? [];
  const lines = text.slice(0, text.lastIndexOf("\n"));
  return lines.replaceAll(`\n${indent}`, "\n").slice(1);
}

/** Converts a response to content of MCP; returns a complete MCP result of the handler unchanged. */
export function toToolResult(value: HandlerResult): ToolResult {
  if (isToolResult(value)) return value;
  const response = toApiResponse(value);
  const { note } = response;
  return {
    content: [...toContent(response), ...(note ? toTextBlocks(note) : [])],
  };
}

/** True for a complete MCP result: its content is blocks of MCP, and no other field could be data of an API. */
export function isToolResult(value: HandlerResult): value is ToolResult {
  const { content } = Object(value) as Partial<ToolResult>;
  if (!Array.isArray(content) || !content.every(isContentBlock)) return false;
  return Object.keys(Object(value) as object).every((key) =>
    RESULT_FIELDS.has(key),
  );
}

const isContentBlock = (block: unknown) =>
  BLOCK_TYPES.has((Object(block) as { type?: unknown }).type);

const BLOCK_TYPES = new Set<unknown>([
  "text",
  "image",
  "audio",
  "resource",
  "resource_link",
]);
const RESULT_FIELDS = new Set([
  "content",
  "structuredContent",
  "isError",
  "_meta",
]);

/** Returns a response of `send` unchanged; makes a response of text or any JSON value. */
export function toApiResponse(
  value: Exclude<HandlerResult, ToolResult>,
): ApiResponse {
  if (isApiResponse(value)) return value;
  const type = typeof value === "string" ? "text/plain" : "application/json";
  const data = value ?? undefined;
  return { status: 200, headers: {}, contentType: type, data };
}

function toContent(response: ApiResponse): Content[] {
  const { data, contentType: mimeType, filename = "file" } = response;
  if (!(data instanceof Uint8Array))
    return toTexts(response).flatMap(toTextBlocks);
  const type = mediaKind(mimeType);
  const blob = Buffer.from(data).toString("base64");
  if (type === "image" || type === "audio")
    return [{ type, data: blob, mimeType }];
  const uri = `attachment:///${encodeURIComponent(filename)}`;
  return [{ type: "resource", resource: { uri, mimeType, blob } }];
}

/** Returns one text for content that is not a file; one text for each event or line of a stream. */
export function toTexts({ contentType, data, pieces }: ApiResponse): string[] {
  if (data === undefined) return [];
  if (pieces?.join("") === data) return [...pieces];
  if (mediaKind(contentType) === "json") return [JSON.stringify(data)];
  return [data].flat().map(toText);
}
