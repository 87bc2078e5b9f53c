import {
  isToolResult,
  kindOf,
  own,
  parseJson,
  propertiesOf,
  toAnswer,
  toToolResult,
} from "../../index.js";
import type { Answer, Api, Args, Entry, ToolResult } from "../../index.js";
import type { Answers } from "../known-fields.js";
import { capped, tellCuts } from "./cap.js";
import type { Cut } from "./cap.js";
import { wantedOf } from "./names.js";
import { narrow } from "./narrow.js";
import type { Narrowed } from "./narrow.js";

/** How little of an answer is shown. */
export interface Brevity {
  /** What is declared: tools of these operations take `fields`, but where the API has an argument of that name. */
  readonly answers?: Answers;
  /** False: no tool takes `fields`. Default: true. */
  readonly fields?: boolean;
  /** Four bytes each. Beyond, lists lose their last items and texts their end. Default: 20,000. */
  readonly maxAnswerTokens?: number;
  /** Without links, ids of nodes and nulls, but those that `fields` names. Default: only in a search. */
  readonly compact?: boolean;
  /** Tells how the next page is got. */
  readonly pages?: (page: Page) => string | undefined;
}

/** An answer to a call, and what of it is not shown. */
export interface Page {
  readonly entry: Entry;
  readonly args: Args;
  readonly answer: Answer;
  readonly cuts: readonly Cut[];
}

/** Bytes that are left for notes. */
const NOTES = 4_000;

const FIELDS = {
  type: "string",
  description: "Only these fields of the answer: id,owner.name",
};

/** Lets a call name the fields that it wants, and keeps answers short; notes say what is not shown. */
export function brief({
  answers = { $defs: {}, operations: {} },
  fields: isOffered = true,
  maxAnswerTokens = 20_000,
  compact,
  pages,
}: Brevity): Required<Api>["brief"] {
  const declaredOf = ({ component }: Entry) =>
    own(answers.operations, component.request);

  /** An open body might have a field of that name. */
  function takesFields(entry: Entry): boolean {
    if (!isOffered || declaredOf(entry) === undefined) return false;
    const { additionalProperties, properties } = entry.inputSchema();
    const isTaken = Object.hasOwn(Object(properties) as object, "fields");
    return additionalProperties === false && !isTaken;
  }

  return {
    list(schema, entry) {
      if (!takesFields(entry)) return schema;
      const all = Object.fromEntries(propertiesOf(schema));
      return { ...schema, properties: { ...all, fields: FIELDS } };
    },
    open({ arguments: given, ...asked }, entry) {
      const args = { ...(given as Args | undefined) };
      const isTaking = takesFields(entry);
      const fields = asked["fields"] ?? (isTaking && args["fields"]);
      if (isTaking) delete args["fields"];
      const how = {
        wanted: wantedOf(fields || ""),
        compact: compact ?? asked["compact"] === true,
        declared: declaredOf(entry),
        $defs: answers.$defs,
      };
      const show = (answer: Answer, most: number): Answer => {
        const { contentType, data, note } = answer;
        if (data === undefined || data instanceof Uint8Array) return answer;
        const isJson = kindOf(contentType) === "json";
        const part: Narrowed = isJson ? narrow(data, how) : { data };
        const { cuts, data: kept, json } = capped(part.data, most);
        const next = isJson && pages?.({ entry, args, answer, cuts });
        const names = isOffered && cuts.length > 0 && part.names?.();
        const told = tellCuts(cuts, names || []);
        const isLess = kept !== data && "outputSchema" in entry.component;
        const notes = [note, part.note, told, next].filter(Boolean).join("\n");
        const all = notes || (isLess ? PART : "");
        const text = isJson ? json : undefined;
        return { ...answer, data: kept, json: text, ...(all && { note: all }) };
      };
      const most = Math.max(maxAnswerTokens * 4 - NOTES, NOTES);
      return {
        args,
        convert: (value) =>
          isToolResult(value)
            ? shownResult(value, (answer, parts) => show(answer, most / parts))
            : show(toAnswer(value), most),
      };
    },
  };
}

/** A declared answer that is not whole needs a note: its schema may require what is missing. */
const PART = "A part of the answer is shown.";

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
  return {
    ...result,
    content: content.flatMap((block) => {
      if (block.type !== "text") return [block];
      const json = jsonOf(block.text);
      const type = json === undefined ? "text/plain" : "application/json";
      const answer = shown(json ?? block.text, type);
      const isSame = answer.data === (json ?? block.text) && !answer.note;
      return isSame ? [block] : toToolResult(answer, false).content;
    }),
    ...(structuredContent && {
      structuredContent: toToolResult(
        shown(structuredContent, "application/json"),
        true,
      ).structuredContent,
    }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  } catch {
    return undefined;
  }
}
