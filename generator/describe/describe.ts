import type { Override } from "../config/config.js";
import { filled } from "../shared/json.js";
import type { Api, Operation } from "../model.js";
import { tellsRemoval } from "./annotations.js";
import type { Argument } from "../plan/arguments.js";
import type { PlannedBody } from "../plan/body.js";
import type { ComponentKind } from "../plan/classify.js";
import { cut, MAX_DESCRIPTION, sentencesOf } from "./sentences.js";
import {
  exampleArguments,
  exampleInLine,
  exampleOfAnswer,
  MAX_EXAMPLE,
} from "./example.js";
import { madeUp } from "./fallback-text.js";
import { isFromPath, isName, ownId, plainId } from "./operation-id.js";
import { prose } from "./markdown-to-text.js";
import type { Texts } from "./shorten.js";
import type { Said } from "./operation-docs.js";
import {
  humanise,
  lettersOf,
  toIdentifier,
  wireNameOf,
} from "./identifiers.js";

/** What a model reads to choose an operation. */
export interface Words {
  readonly title: string;
  /** Null: the title says it all. */
  readonly description: string | null;
  /** The config gives the description. */
  readonly isGiven: boolean;
  /** Nobody gives any words: they are made of method and path. */
  readonly isMadeUp: boolean;
  /** Arguments by name, as far as the document has examples and there is room to show them; undefined: none. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
  /** Of these, the ones that are required and that the document shows no value of. */
  readonly filledIn?: readonly string[];
  /** What is told of it where it is described by itself. */
  readonly exampleAnswer?: unknown;
}

/** Longest title, in characters. */
const MAX_TITLE = 100;

/** A tool whose text is shorter, in characters, shows a response. */
const SHORT_TEXT = 80;
/** Before the example of a response, and the longest line of both, in bytes. */
const EXAMPLE_RESPONSE = "Example response: ";
const MAX_LINE = 120;

/**
 * Title: the summary in one line, else the name in words, else what is made up. Description: summary and text, what
 * it does to data where they don't say so, what tells it apart, what the body says as a whole, what takes its place,
 * and, where all that is short, an example of the response. What a team gives stands as it is.
 */
export function describe(
  operation: Operation,
  about: {
    readonly name: string;
    readonly kind: ComponentKind;
    readonly override: Pick<Override, "title" | "description">;
    readonly said: Said;
    /** Words that another operation of the same text does not have; empty: it has its own text. */
    readonly apart: string;
    readonly args: readonly Argument[];
    readonly body: PlannedBody | null;
    readonly api: Api;
    readonly texts: Texts;
  },
): Words {
  const { apart, args, body, kind, name, said } = about;
  const given = { ...askedWords(operation), ...about.override };
  const made = madeUp(operation, about.api);
  // A name has lost the letters that clients don't take (all outside ASCII), and those that are too many.
  const id = ownId(operation);
  const isShortened = operation.asked.name === "" && /_[\da-f]{6}$/.test(name);
  const isId = /[^ -~]/.test(id) || name === toIdentifier(id) || isShortened;
  const named = isFromPath(operation)
    ? made.slice(0, -1)
    : humanise(isId ? plainId(operation) : name);
  const isNamed =
    isName(said.summary, operation) ||
    (lettersOf(said.summary) === lettersOf(id) && isFromPath(operation));
  const isText = !isNamed || /\s/.test(said.summary);
  const worded = isFromPath(operation) ? "" : humanise(said.summary);
  const summary = isText ? said.summary : worded;
  const title = given.title ?? cut(summary || named, MAX_TITLE);
  const isMadeUp = said.text === "" && isNamed;
  if (given.description !== undefined)
    return {
      title,
      isGiven: true,
      isMadeUp: false,
      description: besides(title, given.description.trim()),
    };
  const own = stems(title);
  const isSaid = stems(made).every((stem) => own.includes(stem));
  const bare = isSaid ? `${title}.` : made;
  const text = isMadeUp ? bare : summed({ ...said, summary });
  const removes = operation.method === "DELETE" && !tellsRemoval(text);
  const effect = removes ? " Deletes data." : "";
  // Variables of a URI have no other place to be described in.
  const wire = kind === "tool" ? [] : args.map(wireNameOf);
  const more = [body?.words ?? "", ...wire].filter(Boolean).join(" ");
  // However much that is, what the document says has room before it.
  const end = [cut(more, MAX_DESCRIPTION / 2), said.deprecated]
    .filter(Boolean)
    .map((one) => `\n\n${one}`)
    .join("");
  const ours = apart === "" ? effect : `${effect} (${apart})`;
  const main =
    cut(text, MAX_DESCRIPTION - ours.length - end.length) + ours + end;
  const example = exampleArguments(args, body, about.texts);
  const exampleAnswer = exampleOfAnswer(operation, about.api);
  const isShown =
    example !== undefined && hasRoomFor(example, { title, description: main });
  const isShort = kind === "tool" && main.length < SHORT_TEXT;
  const line = isShort ? responseLine(exampleAnswer) : "";
  return {
    title,
    isGiven: false,
    isMadeUp,
    description: line ? `${main}\n\n${line}` : besides(title, main),
    ...(isShown && { example }),
    ...(isSmall(exampleAnswer) && { exampleAnswer }),
  };
}

/** `Example response: {"id":7}`; empty where no part of the example fits. */
function responseLine(example: unknown): string {
  const most = MAX_LINE - EXAMPLE_RESPONSE.length;
  const text = exampleInLine(example, most) ?? "";
  const line = `${EXAMPLE_RESPONSE}${text}`;
  return text === "" || Buffer.byteLength(line) > MAX_LINE ? "" : line;
}

/** What a tool does, in small letters and without the example of its response, by which nobody chooses a tool. */
export function deedOf({
  description,
  title,
}: Pick<Words, "description" | "title">): string {
  const [text = ""] = (description ?? title).split(EXAMPLE_RESPONSE, 1);
  return text.trim().replace(/\.$/, "").toLowerCase();
}

/** What extensions of the document say in place of its words, below the config. */
function askedWords({ asked: { description, title } }: Operation) {
  const text = cut(prose(description), MAX_DESCRIPTION);
  const line = prose(title).replace(/\s+/g, " ");
  return filled({ title: line || null, description: text || null });
}

/** Whether an example is small, and fits into what clients are shown with the rest of it. */
export function hasRoomFor(
  example: Readonly<Record<string, unknown>>,
  words: Pick<Words, "title" | "description">,
): boolean {
  return (
    isSmall(example) && told({ ...words, example }).length <= MAX_DESCRIPTION
  );
}

/** What clients are shown for a description: the runtime puts it together in the same way. */
export function told(
  words: Pick<Words, "title" | "description" | "example">,
): string {
  const { title, description, example } = words;
  const text = description ?? title;
  return example === undefined
    ? text
    : `${text}\n\nExample arguments: ${JSON.stringify(example)}`;
}

/** The summary in front, unless the text begins with its words. */
function summed({ summary, text }: Said): string {
  const line = summary.replace(/[^.!?:]$/, "$&.");
  if (text === "") return line;
  const [first = ""] = sentencesOf(text);
  const words = new Set(stems(first));
  const own = stems(summary);
  if (stems(text).every((stem) => own.includes(stem))) return line;
  const isSaid = own.every((stem) => words.has(stem));
  return isSaid ? text : `${line} ${text}`;
}

/** Words that tell something, without their endings. */
function stems(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter(
      (word) => !/^(?:an?|the|of|for|to|in|on|by|and|with|from)$/.test(word),
    )
    .map((word) => word.replace(/(?:ies|es|e|s|y)$/, ""));
}

/** A description that says no more than its title is none. */
function besides(title: string, description: string): string | null {
  const isTitle = description.replace(/\.$/, "") === title;
  return isTitle || description === "" ? null : description;
}

function isSmall(example: unknown): boolean {
  const text = typeof example === "string" ? example : JSON.stringify(example);
  return example !== undefined && text.length <= MAX_EXAMPLE;
}
