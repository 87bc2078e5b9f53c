import { gather } from "../shared/group-by.js";
import type { Api, Operation } from "../model.js";
import { prose } from "./markdown-to-text.js";
import type { Texts } from "./shorten.js";
import { paragraphsOf, POINTER, sentencesOf, together } from "./sentences.js";

/** What a document says of an operation, as text. */
export interface Said {
  /** On one line, without a full stop. */
  readonly summary: string;
  readonly text: string;
  /** `Deprecated: use X.`; empty: it isn't. */
  readonly deprecated: string;
}

export type Saying = (operation: Operation) => Said;

/** Operations that say the same sentence, from which on it tells nothing of them. */
const MANY = 5;

/** Reads what a document says of its operations: the first paragraph that is about one alone, or all of it. */
export function saying(
  { operations }: Pick<Api, "operations">,
  texts: Texts,
): Saying {
  const shapes = operations.flatMap(({ description }) => {
    if (texts === "full") return []; // all of them are told
    const all = paragraphs(description).flatMap(sentencesOf);
    return [...new Set(all.map(shapeOf))];
  });
  const alike = gather(shapes.map((shape) => [shape, shape]));
  const isOwn = (sentence: string) =>
    UNDONE.test(sentence) || (alike.get(shapeOf(sentence))?.length ?? 0) < MANY;
  return (operation) => {
    const { deprecated, description, summary } = operation;
    const line = oneLine(prose(summary)).replace(STUB, "");
    const all = paragraphs(description).filter((one) => !STUB.test(one));
    const told = deprecated
      ? all.map((one) => without(one, NOTICE)).filter(Boolean)
      : all;
    const own = told
      .map((one) => together(sentencesOf(one).filter(isOwn)))
      .filter((one) => one !== "" && !NOTICE.test(one));
    const [first = "", ...others] = own.length > 0 || line !== "" ? own : told;
    const slim = [
      without(first, POINTER) || (line === "" ? first : ""),
      ...others.flatMap(sentencesOf).filter(tellingOf(operation)),
    ].join(" ");
    return {
      summary: (deprecated && line.replace(MARK, "")) || line,
      text: texts === "full" ? told.join("\n\n") : slim.trim(),
      deprecated: deprecated ? noticeOf(all) : "",
    };
  };
}

/** What tells of an argument that the document says nothing of elsewhere. */
function tellingOf({ parameters }: Operation): (sentence: string) => boolean {
  const untold = parameters
    .filter(({ description, schema }) => !description && !schema["description"])
    .map(({ name }) => name)
    .filter((name) => /^\w{3,}$/.test(name));
  return (sentence) =>
    sentence.length <= LONGEST &&
    (sentence.match(/\w+/g) ?? []).some((word) => untold.includes(word));
}

/** Characters of a sentence that is kept besides. */
const LONGEST = 240;

function paragraphs(description: string): string[] {
  return paragraphsOf(prose(description));
}

function without(paragraph: string, pattern: RegExp): string {
  return together(
    sentencesOf(paragraph).filter((sentence) => !pattern.test(sentence)),
  );
}

/** What differs in names and numbers alone is the same sentence. */
function shapeOf(sentence: string): string {
  return sentence.replace(/`[^`]*`|"[^"]*"|\d+/g, "·");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/\.$/, "");
}

/** What is worth saying however often it is said. */
const UNDONE = /\b(?:undo|undone|irreversibl[ey]|permanent(?:ly)?)\b/i;

/** What Laravel writes above each method of a new controller, whatever it is of. */
const STUB =
  /^(?:display|show|store|update|remove) (?:a|the) (?:listing of|form for (?:creating|editing)|newly created|specified) (?:(?:a new|the|the specified) )?resource(?: (?:in|from) storage)?\.?$/i;

const MARK = /^\W*(?:closing down|deprecated)(?: notice)?\W+/i;

const NOTICE =
  /^\W*(?:closing down|deprecat|obsolete|sunset|this (?:endpoint|operation|method|api|resource|route) (?:is|has been|was|will be) (?:deprecated|closing|obsolete|no longer|removed))/i;

const INSTEAD =
  /\b(?:use|replaced by|superseded by|in favou?r of|instead|migrate to)\b/i;

/** The sentence that says what takes its place, where one does. */
function noticeOf(all: readonly string[]): string {
  const notice = all
    .flatMap((one) =>
      /deprecat|closing down|obsolete|no longer/i.test(one)
        ? sentencesOf(one)
        : [],
    )
    .map((one) => one.replace(MARK, ""))
    .find((one) => INSTEAD.test(one) && one.length <= LONGEST);
  if (notice === undefined) return "Deprecated.";
  const words = /^(?:please )?use\b/i.test(notice)
    ? notice.replace(/^(?:please )?use\b/i, "use")
    : notice;
  return `Deprecated: ${words.replace(/[^.!?]$/, "$&.")}`;
}
