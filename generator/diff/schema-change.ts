import type { Schema } from "../model.js";
import { truncateAt } from "../shared/slug.js";

/** Text before and after a change, each on one line around the first difference; null for none. */
export interface TextPair {
  readonly before: string | null;
  readonly after: string | null;
}

/** Most characters of a text that are shown. */
const MAX_SHOWN = 160;

/** Characters that are shown before the first difference of two long texts. */
const LEAD = 40;

/** Shortens two texts to a line each, so that both show where they begin to differ. */
export function toTextPair(oldValue: unknown, newValue: unknown): TextPair {
  const [oldText, newText] = mapPair(oldValue, newValue, toLine);
  const isLong =
    Math.max(oldText?.length ?? 0, newText?.length ?? 0) > MAX_SHOWN;
  if (!isLong || oldText === null || newText === null)
    return { before: cutAt(0, oldText), after: cutAt(0, newText) };
  let start = 0;
  while (start < oldText.length && oldText[start] === newText[start])
    start += 1;
  const from = Math.max(0, start - LEAD);
  return { before: cutAt(from, oldText), after: cutAt(from, newText) };
}

function toLine(value: unknown): string | null {
  if (value === undefined || value === "") return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replace(/\s+/g, " ").trim();
}

/** Part of a text from a position on, with an ellipsis for what is cut. */
function cutAt(position: number, text: string | null): string | null {
  if (text === null) return null;
  const remainder = text.slice(position);
  const start = /^[\udc00-\udfff]/.test(remainder)
    ? remainder.slice(1)
    : remainder;
  const lead = position > 0 ? "…" : "";
  return shortenText(lead + start, MAX_SHOWN);
}

/** Difference of two schemas. */
export interface SchemaChange {
  /** Path of the property: `filter.color`. In a shared schema it begins with that schema's name. */
  readonly path: string;
  /** Path by which a shared schema was reached first, for messages: `event (EventName)`. */
  readonly label?: string;
  /** `maxLength 10 → 20` */
  readonly text: string;
  /** Texts that changed, at most a line each. Undefined if `text` has both. */
  readonly texts?: TextPair;
  /** True if only annotations differ: a model reads something else, a validator does not. */
  readonly isDocsOnly: boolean;
  /** True if the new schema may reject a value that the old one accepted: breaks callers if it is the schema of an argument. */
  readonly breaksInputs: boolean;
  /** True if a value of the new schema may be none of the old one: breaks callers if it is the schema of a response. */
  readonly breaksResponses: boolean;
}

/** Path of the two schemas being compared, the changes found so far, and functions for what they contain. */
export interface CompareContext {
  readonly path: string;
  readonly changes: SchemaChange[];
  readonly compareNested: (
    oldSchema: Schema,
    newSchema: Schema,
    step: string,
  ) => void;
  /** Functions that flatten an old and a new schema. Each follows references into the shared schemas of its version. */
  readonly flatteners: readonly [
    (oldSchema: Schema) => Schema,
    (newSchema: Schema) => Schema,
  ];
}

export function addChange(
  { changes, path }: CompareContext,
  text: string,
  breaksInputs: boolean,
  breaksResponses = false,
): void {
  changes.push({
    path,
    text,
    isDocsOnly: false,
    breaksInputs,
    breaksResponses,
  });
}

/** Applies a function to the old and to the new input. */
export function mapPair<Input, Output>(
  oldInput: Input,
  newInput: Input,
  map: (input: Input) => Output,
): [Output, Output] {
  return [map(oldInput), map(newInput)];
}

/** Appends a step to a path: `filter` and `.color` give `filter.color`. */
export function appendPath(path: string, step: string): string {
  return path === "" ? step.replace(/^\./, "") : path + step;
}

export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${truncateAt(text, maxLength - 1)}…` : text;
}
