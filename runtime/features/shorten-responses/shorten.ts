import {
  isSchema,
  isToolResult,
  kindOf,
  own,
  parseJson,
  toAnswer,
  toToolResult,
} from "../../index.js";
import type { Answer, Entry, HandlerResult, ToolResult } from "../../index.js";
import { capped, tellCuts } from "./truncate.js";
import type { Continuation, Page } from "./page.js";
import { wantedOf } from "./field-paths.js";
import { narrow } from "./select-fields.js";
import type { Narrowed } from "./select-fields.js";

/** How little of an answer is shown. */
export interface Brevity {
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
export interface Asked extends Pick<
  Page,
  "args" | "entry" | "longest" | "sent"
> {
  readonly compact: boolean;
  readonly fields: unknown;
}

/** A handler's result with the fields that are wanted of it, and no longer than it may be. */
export function shortened(
  value: HandlerResult,
  { args, compact, entry, fields, longest, sent }: Asked,
  brevity: Brevity,
): HandlerResult {
  const { fields: isOffered = true, maxAnswerTokens = 12_000, pages } = brevity;
  const { maxResultTokens = maxAnswerTokens } = brevity;
  const how = {
    wanted: wantedOf(fields || ""),
    compact,
    declared: declaredOf(entry),
    $defs: entry.source.answers?.$defs ?? {},
  };
  const show = (answer: Answer, most: number): Answer => {
    const { contentType, data, note } = answer;
    if (data === undefined || data instanceof Uint8Array) return answer;
    const isJson = kindOf(contentType) === "json";
    const part: Narrowed = isJson ? narrow(data, how) : { data };
    const page = { entry, args, answer, longest, sent, room: most };
    const continuation = pages?.(page);
    const { cuts, data: kept } = capped(part.data, most, continuation?.keep);
    const next = continuation?.note(cuts);
    const names = isOffered && cuts.length > 0 && part.names?.();
    const told = tellCuts(cuts, names || [], next !== undefined);
    const notes = [note, part.note, told, next].filter(Boolean).join("\n");
    return { ...answer, data: kept, ...(notes && { note: notes }) };
  };
  const bytes = maxResultTokens * 4;
  const most = Math.floor(bytes - Math.min(NOTES, bytes * NOTES_SHARE));
  return isToolResult(value)
    ? shownResult(value, (answer, parts) => show(answer, most / parts))
    : show(toAnswer(value), most);
}

/** What a handler made itself, whose texts may be JSON. */
function shownResult(
  result: ToolResult,
  show: (answer: Answer, parts: number) => Answer,
): ToolResult {
  const { content, structuredContent, isError } = result;
  if (isError) return result;
  const parts = content.filter(({ type }) => type === "text").length;
  const shown = (data: Answer["data"], type: string) =>
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

export const declaredOf = ({ component, source: { answers } }: Entry) =>
  own(answers?.operations, component.request);
