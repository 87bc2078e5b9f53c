import {
  isSchema,
  isToolResult,
  mediaKind,
  getOwn,
  parseJson,
  toApiResponse,
  toToolResult,
} from "../../index.js";
import type {
  ApiResponse,
  RegisteredComponent,
  HandlerResult,
  ToolResult,
} from "../../index.js";
import { truncateJson, describeCuts } from "./truncate.js";
import type { Continuation, Page } from "./page.js";
import { parseFieldPaths } from "./field-paths.js";
import { selectFields } from "./select-fields.js";
import type { SelectedFields } from "./select-fields.js";

/** How little of an answer is shown. */
export interface ShortenOptions {
  /** False: no tool takes `fields`. Default: those do whose answers are declared, but where the API has an argument of that name. */
  readonly fields?: boolean;
  /** Four bytes each. Beyond, lists lose their last items and texts their last paragraphs. Default: 12,000. */
  readonly maxResultTokens?: number;
  /** Its earlier name. */
  readonly maxAnswerTokens?: number;
  /** Without links, ids of nodes and nulls, but those that `fields` names. Default: only in a search. */
  readonly compact?: boolean;
  /** Tells how a list goes on. */
  readonly pages?: (page: Page) => Continuation;
}

/** Bytes that are left for notes: of a small result, no more than this share. */
const NOTES = 4_000;
const NOTES_SHARE = 1 / 4;

/** What is asked of one answer. */
export interface ShortenRequest extends Pick<
  Page,
  "args" | "entry" | "longest" | "sent"
> {
  readonly compact: boolean;
  readonly fields: unknown;
}

/** A handler's result with the fields that are wanted of it, and no longer than it may be. */
export function shortenResult(
  value: HandlerResult,
  { args, compact, entry, fields, longest, sent }: ShortenRequest,
  brevity: ShortenOptions,
): HandlerResult {
  const { fields: isOffered = true, maxAnswerTokens = 12_000, pages } = brevity;
  const { maxResultTokens = maxAnswerTokens } = brevity;
  const how = {
    wanted: parseFieldPaths(fields || ""),
    compact,
    declared: declaredResponse(entry),
    $defs: entry.source.responseFields?.$defs ?? {},
  };
  const show = (answer: ApiResponse, most: number): ApiResponse => {
    const { contentType, data, note } = answer;
    if (data === undefined || data instanceof Uint8Array) return answer;
    const isJson = mediaKind(contentType) === "json";
    const part: SelectedFields = isJson ? selectFields(data, how) : { data };
    const page = { entry, args, answer, longest, sent, room: most };
    const continuation = pages?.(page);
    const { cuts, data: kept } = truncateJson(
      part.data,
      most,
      continuation?.keep,
    );
    const next = continuation?.note(cuts);
    const names = isOffered && cuts.length > 0 && part.names?.();
    const told = describeCuts(cuts, names || [], next !== undefined);
    const notes = [note, part.note, told, next].filter(Boolean).join("\n");
    return { ...answer, data: kept, ...(notes && { note: notes }) };
  };
  const bytes = maxResultTokens * 4;
  const most = Math.floor(bytes - Math.min(NOTES, bytes * NOTES_SHARE));
  return isToolResult(value)
    ? shownResult(value, (answer, parts) => show(answer, most / parts))
    : show(toApiResponse(value), most);
}

/** What a handler made itself, whose texts may be JSON. */
function shownResult(
  result: ToolResult,
  show: (answer: ApiResponse, parts: number) => ApiResponse,
): ToolResult {
  const { content, structuredContent, isError } = result;
  if (isError) return result;
  const parts = content.filter(({ type }) => type === "text").length;
  const shown = (data: ApiResponse["data"], type: string) =>
    show({ status: 200, headers: {}, contentType: type, data }, parts);
  const short = structuredContent && shown(structuredContent, JSON_TYPE).data;
  return {
    ...result,
    content: content.flatMap((block) => {
      if (block.type !== "text") return [block];
      const json = jsonOf(block.text);
      const answer = shown(json ?? block.text, json ? JSON_TYPE : "text/plain");
      const isSame = answer.data === (json ?? block.text) && !answer.note;
      return isSame ? [block] : toToolResult(answer).content;
    }),
    ...(isSchema(short) && { structuredContent: short }),
  };
}

const JSON_TYPE = "application/json";

function jsonOf(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  } catch {
    return undefined;
  }
}

export const declaredResponse = ({
  component,
  source: { responseFields: answers },
}: RegisteredComponent) => getOwn(answers?.operations, component.request);
