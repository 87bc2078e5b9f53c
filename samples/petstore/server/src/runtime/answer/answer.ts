import { CallError } from "../call/errors.js";
import { isAnswer, isToolResult, toAnswer } from "./handler-result.js";
import { kindOf } from "./media.js";
import { sizeOf } from "../text.js";
import type {
  Answer,
  Content,
  HandlerResult,
  ResourceContents,
  ToolResult,
} from "../types.js";

/** Bytes of one message; beyond 10 MiB the MCP SDK closes a stdio connection. */
const maxMessage = 9 * 1024 * 1024;

/**
 * The MCP result of a tool: text, images, audio and files by content type, and JSON as `structuredContent` as well.
 * A tool that declares its answers (`structured`) always has that. Throws a `CallError` where the result is too large
 * for one message. https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content
 */
export function toToolResult(
  value: HandlerResult,
  { structured }: { readonly structured: boolean },
): ToolResult {
  if (isToolResult(value)) {
    // Clients refuse a result without it where the tool declares its answers.
    const bare = structured && !value.isError;
    return fitting(bare ? { structuredContent: {}, ...value } : value);
  }
  const answer = isAnswer(value) ? value : toAnswer(value);
  const note: Content[] =
    answer.note === undefined ? [] : [{ type: "text", text: answer.note }];
  const content = [...toContent(answer), ...note];
  const isJson = kindOf(answer.contentType) === "json";
  if (!structured && (!isJson || answer.data === undefined))
    return fitting({ content });
  const result = { content, structuredContent: toStructured(answer) };
  if (structured) return fitting(result);
  // The text says the same, so it may go alone where both are too much.
  return sizeInMessage(result) <= maxMessage ? result : fitting({ content });
}

/**
 * The MCP contents of a resource; none where the answer is empty. `mimeType` is for what is no answer of the API.
 * Throws a `CallError` where they are too large for one message.
 */
export function toResourceContents(
  uri: string,
  value: HandlerResult,
  mimeType?: string,
): ResourceContents[] {
  if (isToolResult(value)) {
    return fitting(value.content.map((block) => toContents(uri, block)));
  }
  if (typeof value === "string") {
    return fitting([{ uri, mimeType: mimeType ?? "text/plain", text: value }]);
  }
  const answer = isAnswer(value) ? value : toAnswer(value);
  const { data, contentType, note } = answer;
  const notes = note === undefined ? [] : [{ uri, text: note }];
  if (data === undefined) return notes;
  const body =
    data instanceof Uint8Array
      ? { blob: toBase64(data) }
      : { text: toTexts(answer).join("\n") };
  return fitting([{ uri, mimeType: contentType, ...body }, ...notes]);
}

function toContent(answer: Answer): Content[] {
  const { data, contentType: mimeType, filename = "file" } = answer;
  if (!(data instanceof Uint8Array)) {
    return toTexts(answer).map((text) => ({ type: "text", text }));
  }
  const kind = kindOf(mimeType);
  if (kind === "image" || kind === "audio") {
    return [{ type: kind, data: toBase64(data), mimeType }];
  }
  const uri = `attachment:///${encodeURIComponent(filename)}`;
  return [
    { type: "resource", resource: { uri, mimeType, blob: toBase64(data) } },
  ];
}

/** One text for what is no file; one for each event or line of a stream. */
function toTexts({ data, contentType }: Answer): string[] {
  if (data === undefined) return [];
  switch (kindOf(contentType)) {
    case "json":
      return [JSON.stringify(data)];
    case "events":
    case "lines":
    case "sequence":
      return (Array.isArray(data) ? (data as unknown[]) : [data]).map(plain);
    default:
      return [plain(data)];
  }
}

function plain(data: unknown): string {
  return typeof data === "string" ? data : JSON.stringify(data);
}

/** An object, as every revision of the protocol asks; what is none is wrapped. Files are in the content alone. */
function toStructured({ data }: Answer): Record<string, unknown> {
  if (data === undefined || data instanceof Uint8Array) return {};
  return typeof data === "object" && data !== null && !Array.isArray(data)
    ? { ...data }
    : { result: data };
}

function toContents(uri: string, block: Content): ResourceContents {
  switch (block.type) {
    case "text":
      return { uri, text: block.text };
    case "image":
    case "audio":
      return { uri, mimeType: block.mimeType, blob: block.data };
    case "resource":
      return block.resource;
    case "resource_link":
      return { uri, mimeType: "text/uri-list", text: block.uri };
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function fitting<Result extends object>(result: Result): Result {
  const size = sizeInMessage(result);
  if (size <= maxMessage) return result;
  throw new CallError(
    `The answer is too large for one message (${sizeOf(size)}). Ask for less: a filter, a page, fewer fields.`,
  );
}

function sizeInMessage(result: object): number {
  return Buffer.byteLength(JSON.stringify(result));
}
