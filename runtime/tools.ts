import { isAnswer, perform } from "./call.js";
import type { Entry, Handler, Origin } from "./call.js";
import { CallError, INVALID_PARAMS, ProtocolError } from "./errors.js";
import { cutText, kindOf } from "./media.js";
import { once } from "./schema.js";
import { toText } from "./styles.js";
import type {
  Answer,
  Args,
  Component,
  Content,
  HandlerResult,
  JsonSchema,
  Log,
  Schemas,
  Tool,
  ToolResult,
} from "./types.js";

/** The arguments of a component as clients see them. */
export type Listing = (
  schema: JsonSchema,
  schemas: Schemas,
  request: string,
) => JsonSchema;

/** https://modelcontextprotocol.io/specification/2025-11-25/server/tools */
export function toolHandlers(
  entries: readonly Entry[],
  listing: Listing = (schema) => schema,
): Readonly<Record<string, Handler>> {
  const byName = toolsOf(entries);
  if (byName.size === 0) return {};
  const all = [...byName.values()];
  const tools = once(() => all.map((one) => toListed(one, listing)));
  let isWarned = false;
  /** Tells the log of the first result that is large for a model. */
  const warn = ({ content }: ToolResult, tool: string, log: Log) => {
    const texts = content.map((one) => ("text" in one ? one.text : ""));
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes <= LARGE) return;
    isWarned = true;
    log.warn("large-result", { tool, bytes, hint: HINT });
  };
  return {
    "tools/list": () => ({ tools: tools() }),
    async "tools/call"(params, caller) {
      const name = String(params["name"]);
      const entry = byName.get(name);
      if (!entry)
        throw new ProtocolError(
          INVALID_PARAMS,
          `Unknown tool: ${cutText(name, 200)}`,
        );
      const args = (params["arguments"] ?? {}) as Args; // `respond` lets objects through alone
      const convert = (value: HandlerResult, origin: Origin): ToolResult => {
        const structuredContent = caller.structuredContent?.(value, origin);
        const result = toToolResult(value);
        if (!isWarned && !caller.isBounded) warn(result, name, caller.log);
        return structuredContent ? { ...result, structuredContent } : result;
      };
      const call = { entries, entry, args, caller, convert };
      return perform(call).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        return { content: textOf(error.message), isError: true };
      });
    },
  };
}

/** Bytes of the texts of a result: 25,000 tokens. */
const LARGE = 100_000;
const HINT =
  "A list as long as this fills a model's context. Add this line to the config of toolwright, and generate again: maxResultTokens: 20000";

/** The tools of a server by name. Throws where two have the same. */
export function toolsOf(entries: readonly Entry[]): Map<string, Entry<Tool>> {
  const byName = new Map<string, Entry<Tool>>();
  for (const entry of entries.filter(isTool)) {
    const { name, request } = entry.component;
    const other = byName.get(name)?.component.request;
    if (other !== undefined)
      throw new Error(
        `${other} and ${request} are both called "${name}". Rename one of them, or take one off its list.`,
      );
    byName.set(name, entry);
  }
  return byName;
}

const textOf = (text: string) => [{ type: "text", text }] as const;

const isTool = (entry: Entry): entry is Entry<Tool> =>
  entry.component.kind === "tool";

/** A tool as clients see it. */
function toListed(entry: Entry<Tool>, listing: Listing) {
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
    description: describe(component),
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

/** What a model reads to choose a component; `more` stands behind its description. */
export function describe(component: Component, more: string[] = []): string {
  const { example, name, title = name, description = title } = component;
  return [
    dedent(description),
    ...more,
    ...(example ? [`Example arguments: ${JSON.stringify(example)}`] : []),
  ].join("\n\n");
}

/** Text between a first and a last line break, as it is without its indentation; other text as it is. */
export function dedent(text: string): string {
  if (!text.startsWith("\n")) return text;
  const [, indent = ""] = /\n( *)\S/.exec(text) ?? [];
  const lines = text.slice(0, text.lastIndexOf("\n"));
  return lines.replaceAll(`\n${indent}`, "\n").slice(1);
}

/** An answer as content of MCP; a whole result of the handler's own as it is. */
export function toToolResult(value: HandlerResult): ToolResult {
  if (isToolResult(value)) return value;
  const answer = toAnswer(value);
  const { note } = answer;
  return { content: [...toContent(answer), ...(note ? textOf(note) : [])] };
}

/** A whole MCP result: its content is blocks of MCP, and no other field could be data of an API. */
export function isToolResult(value: HandlerResult): value is ToolResult {
  const { content } = Object(value) as Partial<ToolResult>;
  if (!Array.isArray(content) || !content.every(isBlock)) return false;
  return Object.keys(Object(value) as object).every((key) => FIELDS.has(key));
}

const isBlock = (block: unknown) =>
  BLOCKS.has((Object(block) as { type?: unknown }).type);

const BLOCKS = new Set<unknown>([
  "text",
  "image",
  "audio",
  "resource",
  "resource_link",
]);
const FIELDS = new Set(["content", "structuredContent", "isError", "_meta"]);

/** An answer as `send` gives it, or one made of text or any JSON value. */
export function toAnswer(value: Exclude<HandlerResult, ToolResult>): Answer {
  if (isAnswer(value)) return value;
  const type = typeof value === "string" ? "text/plain" : "application/json";
  const data = value ?? undefined;
  return { status: 200, headers: {}, contentType: type, data };
}

function toContent(answer: Answer): Content[] {
  const { data, contentType: mimeType, filename = "file" } = answer;
  if (!(data instanceof Uint8Array)) return toTexts(answer).flatMap(textOf);
  const type = kindOf(mimeType);
  const blob = Buffer.from(data).toString("base64");
  if (type === "image" || type === "audio")
    return [{ type, data: blob, mimeType }];
  const uri = `attachment:///${encodeURIComponent(filename)}`;
  return [{ type: "resource", resource: { uri, mimeType, blob } }];
}

/** One text for what is no file; one for each event or line of a stream. */
export function toTexts({ contentType, data, pieces }: Answer): string[] {
  if (data === undefined) return [];
  if (pieces?.join("") === data) return [...pieces];
  if (kindOf(contentType) === "json") return [JSON.stringify(data)];
  return [data].flat().map(toText);
}
