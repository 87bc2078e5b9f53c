import {
  isSchema,
  isToolResult,
  mediaKind,
  getOwn,
  parseJson,
  toApiResponse,
  toToolResult,
} from "../../../index.js";
import type {
  ApiResponse,
  JsonSchema,
  RegisteredComponent,
  HandlerResult,
  ToolResult,
} from "../../../index.js";
import { truncateJson, describeCuts } from "./truncate.js";
import type { Continuation, Page } from "./page.js";
import { parseFieldPaths } from "./field-paths.js";
import type { FieldSelection } from "./field-paths.js";
import { selectFields } from "./select-fields.js";
import type { SelectedFields } from "./select-fields.js";

/** Options that decide how much of a response is shown. */
export interface ShortenOptions {
  /**
   * Set to false to offer `fields` on no tool. By default, tools with a declared response take it, unless the API has
   * an argument of that name.
   */
  readonly fields?: boolean;
  /**
   * Maximum size of a result in tokens of four bytes. Longer results lose the last items of lists and the last
   * paragraphs of strings. Default: 12,000.
   */
  readonly maxResultTokens?: number;
  /** Earlier name of `maxResultTokens`. */
  readonly maxAnswerTokens?: number;
  /** Omits links, node ids and nulls that `fields` does not name. Default: only for calls through the search. */
  readonly compact?: boolean;
  /** Describes how a list continues. */
  readonly pages?: (page: Page) => Continuation;
}

/** Bytes that are reserved for notes, and their largest share of a small result. */
const NOTES_BYTES = 4_000;
const NOTES_SHARE = 1 / 4;
/** Bytes that structured content adds to its note: names, and how it differs from its schema. */
const WRAPPER_BYTES = 560;
/** Smallest share of a result that is left to its data, however long its notes are. */
const MIN_DATA_SHARE = 1 / 2;

/** Input for shortening one result. */
export interface ShortenRequest extends Pick<
  Page,
  "args" | "entry" | "longestPages" | "requests"
> {
  readonly compact: boolean;
  readonly fields: unknown;
}

/** Returns a handler's result with the requested fields only, within the maximum size. */
export function shortenResult(
  value: HandlerResult,
  { args, compact, entry, fields, longestPages, requests }: ShortenRequest,
  options: ShortenOptions,
): HandlerResult {
  const { fields: isOffered = true, maxAnswerTokens = 12_000, pages } = options;
  const { maxResultTokens = maxAnswerTokens } = options;
  const selectOptions = {
    selection: parseFieldPaths(fields || ""),
    compact,
    declaredSchema: shownResponse(entry),
    $defs: entry.source.responseFields?.$defs ?? {},
  };
  const shortenData = (
    response: ApiResponse,
    maxBytes: number,
  ): ApiResponse => {
    const { contentType, data, note } = response;
    if (data === undefined || data instanceof Uint8Array) return response;
    const isJson = mediaKind(contentType) === "json";
    const selectedFields: SelectedFields = isJson
      ? selectFields(data, selectOptions)
      : { data };
    const fitInto = (dataBytes: number) => {
      const page = {
        entry,
        args,
        response,
        longestPages,
        requests,
        maxBytes: dataBytes,
      };
      const continuation = pages?.(page);
      const { cuts, data: shownData } = truncateJson(
        selectedFields.data,
        dataBytes,
        continuation?.keep,
      );
      const nextNote = continuation?.note(cuts);
      const isCut = cuts.length > 0;
      const names = isOffered && isCut && selectedFields.names?.();
      const cutsNote = describeCuts(cuts, names || [], nextNote !== undefined);
      const notes = [note, selectedFields.note, cutsNote, nextNote]
        .filter(Boolean)
        .join("\n");
      const shownResponse = {
        ...response,
        data: shownData,
        ...(notes && { note: notes }),
      };
      return { response: shownResponse, isCut };
    };
    const reservedBytes = Math.min(NOTES_BYTES, maxBytes * NOTES_SHARE);
    const dataBytes = maxBytes - reservedBytes;
    const firstFit = fitInto(Math.floor(dataBytes));
    const excessBytes = countNoteBytes(firstFit.response) - reservedBytes;
    const smallerBytes = Math.max(
      dataBytes - excessBytes,
      maxBytes * MIN_DATA_SHARE,
    );
    const isOver =
      firstFit.isCut && excessBytes > 0 && smallerBytes < dataBytes;
    return (isOver ? fitInto(Math.floor(smallerBytes)) : firstFit).response;
  };
  const bytes = maxResultTokens * 4;
  if (typeof value === "string") {
    // A resource of a user's own declares the type of its text.
    const { mimeType } = entry.component as { readonly mimeType?: string };
    const shortResponse = shortenData(toApiResponse(value), bytes);
    return mimeType
      ? { ...shortResponse, contentType: mimeType }
      : shortResponse;
  }
  return isToolResult(value)
    ? shortenToolResult(value, (response, textCount) =>
        shortenData(response, bytes / textCount),
      )
    : shortenData(toApiResponse(value), bytes);
}

/** Counts the bytes that structured content needs for the note of a response, and around it. */
const countNoteBytes = ({ note = "" }: ApiResponse) =>
  Buffer.byteLength(JSON.stringify(note)) + WRAPPER_BYTES;

/** Shortens a tool result that the handler made itself. Its strings may be JSON. */
function shortenToolResult(
  result: ToolResult,
  shortenData: (response: ApiResponse, textCount: number) => ApiResponse,
): ToolResult {
  const { content, structuredContent, isError } = result;
  if (isError) return result;
  const texts = content.filter(({ type }) => type === "text");
  const textCount = Math.max(texts.length, 1);
  const shortenText = (data: ApiResponse["data"], type: string) =>
    shortenData(
      { status: 200, headers: {}, contentType: type, data },
      textCount,
    );
  const shortContent =
    structuredContent && shortenText(structuredContent, JSON_TYPE).data;
  return {
    ...result,
    content: content.flatMap((block) => {
      if (block.type !== "text") return [block];
      const json = parseJsonText(block.text);
      const response = shortenText(
        json ?? block.text,
        json ? JSON_TYPE : "text/plain",
      );
      const isSame = response.data === (json ?? block.text) && !response.note;
      return isSame ? [block] : toToolResult(response).content;
    }),
    ...(isSchema(shortContent) && { structuredContent: shortContent }),
  };
}

const JSON_TYPE = "application/json";

function parseJsonText(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Schema of the fields that callers may choose: those that the component names, otherwise those of the document. */
function shownResponse(entry: RegisteredComponent): JsonSchema | undefined {
  const { fields } = entry.component as { readonly fields?: readonly string[] };
  return fields ? toSchema(parseFieldPaths(fields)) : declaredResponse(entry);
}

/** Schema of the names in a selection. Each of its values may be a list. */
function toSchema(selection: FieldSelection): JsonSchema {
  const properties = [...selection].map(([name, childSelection]) => [
    name,
    childSelection.size === 0 ? {} : { items: toSchema(childSelection) },
  ]);
  return { properties: Object.fromEntries(properties) as JsonSchema };
}

export const declaredResponse = ({
  component,
  source: { responseFields },
}: RegisteredComponent) =>
  getOwn(responseFields?.operations, component.request);
