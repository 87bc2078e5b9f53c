import { INVALID_PARAMS, ProtocolError } from "./errors.js";
import { kindOf } from "./media.js";
import { perform } from "./perform.js";
import type { Entry, Handler } from "./perform.js";
import { isSchema, once } from "./schema.js";
import { toText } from "./styles.js";
import type {
  Answer,
  Args,
  Component,
  Content,
  HandlerResult,
  JsonSchema,
  Schemas,
  Tool,
  ToolResult,
} from "./types.js";

/** The arguments of a component as clients see them. */
export type List = (
  schema: JsonSchema,
  schemas: Schemas,
  request: string,
) => JsonSchema;

/** https://modelcontextprotocol.io/specification/2025-11-25/server/tools. Throws where two have the same name. */
export function toolHandlers(
  entries: readonly Entry[],
  list: List = (schema) => schema,
): Readonly<Record<string, Handler>> {
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
  if (byName.size === 0) return {};
  const all = [...byName.values()];
  const tools = once(() => all.map((one) => toListed(one, list)));
  return {
    "tools/list": () => ({ tools: tools() }),
    async "tools/call"(params, caller) {
      const called = String(params["name"]);
      const entry = byName.get(called);
      if (!entry)
        throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${called}`);
      const structured = entry.component.outputSchema !== undefined;
      const brief = entry.api.brief?.open(params, entry);
      return perform<ToolResult>({
        entries,
        entry,
        args: brief?.args ?? ((params["arguments"] ?? {}) as Args), // the SDK lets objects through alone
        caller,
        convert: (value) =>
          toToolResult(brief?.convert(value) ?? value, structured),
        refuse: (text) => ({ content: textOf(text), isError: true }),
      });
    },
  };
}

const textOf = (text: string) => [{ type: "text", text }] as const;

const isTool = (entry: Entry): entry is Entry<Tool> =>
  entry.component.kind === "tool";

/** A tool as clients see it. */
function toListed(entry: Entry<Tool>, list: List) {
  const { api, component, inputSchema } = entry;
  const { _meta, annotations = {}, icons, name, request, title } = component;
  const { readOnlyHint = false } = annotations;
  const schema = list(inputSchema(), api.schemas, request);
  return {
    name,
    title,
    description: describe(component),
    inputSchema: api.brief?.list(schema, entry) ?? schema,
    annotations: {
      readOnlyHint,
      destructiveHint: !readOnlyHint,
      idempotentHint: readOnlyHint,
      openWorldHint: true,
      ...annotations,
    },
    ...{ icons, _meta },
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

/** JSON is `structuredContent` as well where the tool declares its answers; else it stands in the message once. */
export function toToolResult(value: HandlerResult, structured: boolean) {
  if (isToolResult(value)) {
    // Clients refuse a result without it where the tool declares its answers.
    if (!structured || value.isError || value.structuredContent) return value;
    const texts = value.content.map((one) => ("text" in one ? one.text : ""));
    const told = toStructured(undefined, texts.join("\n").trim());
    return { structuredContent: told, ...value };
  }
  const answer = toAnswer(value);
  const { data, note } = answer;
  const content = [...toContent(answer), ...(note ? textOf(note) : [])];
  if (!structured) return { content };
  return { content, structuredContent: toStructured(data, note) };
}

/** A whole MCP result: its content is blocks of MCP, and no other field could be data of an API. */
export function isToolResult(value: HandlerResult): value is ToolResult {
  const { content } = Object(value) as Partial<ToolResult>;
  if (!Array.isArray(content) || !content.every(isBlock)) return false;
  return Object.keys(value as object).every((key) => FIELD.test(key));
}

const isBlock = (block: unknown) =>
  BLOCK.test(String((Object(block) as { type?: unknown }).type));

const BLOCK = /^(text|image|audio|resource|resource_link)$/;
const FIELD = /^(content|structuredContent|isError|_meta)$/;

/** An answer as `send` gives it, or one made of text or any JSON value. */
export function toAnswer(value: Exclude<HandlerResult, ToolResult>): Answer {
  const { contentType, status } = Object(value) as Partial<Answer>;
  if (typeof status === "number" && typeof contentType === "string")
    return value as Answer; // has what makes one
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
export function toTexts({ contentType, data, json, pieces }: Answer): string[] {
  if (data === undefined) return [];
  if (json !== undefined) return [json];
  if (pieces?.join("") === data) return [...pieces];
  if (kindOf(contentType) === "json") return [JSON.stringify(data)];
  return [data].flat().map(toText);
}

/** What clients that show `structuredContent` alone are told stands there; a field of the API goes before it. */
export const NOTE = "_note";

/** An object: https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content */
function toStructured(data: unknown, note?: string) {
  const isNone = data === undefined || data instanceof Uint8Array;
  const object = isNone ? {} : isSchema(data) ? data : { result: data };
  return note ? { [NOTE]: note, ...object } : object;
}
