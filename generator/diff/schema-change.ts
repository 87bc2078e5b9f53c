import type { Schema } from "../model.js";
import { truncateAt } from "../shared/slug.js";
import type { ValueSet } from "./value-set.js";

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
  readonly effect: Effect;
}

/**
 * Effect on the values that a schema accepts. `required`, `removed` and `renamed-required` are properties; `narrowed` refuses some former
 * values, `widened` accepts new ones, `replaced` does both. `none`: no caller has to notice.
 */
export type Effect =
  | "required"
  | "renamed-required"
  | "removed"
  | "narrowed"
  | "replaced"
  | "widened"
  | "none";

/** True if a value that the old schema accepted may be refused now: breaks callers if it is the schema of an argument. */
export function breaksInputs({ effect }: SchemaChange): boolean {
  return effect !== "widened" && effect !== "none";
}

/** True if a value of the new schema may be none of the old one: breaks callers if it is the schema of a response. */
export function breaksResponses({ effect }: SchemaChange): boolean {
  return ["removed", "renamed-required", "replaced", "widened"].includes(
    effect,
  );
}

/** Comparison of two schemas for one value: its path, the changes found so far, and functions for what belongs to it. */
export interface CompareContext {
  readonly path: string;
  readonly changes: SchemaChange[];
  /** Null was compared already, by the schemas around these alternatives. */
  readonly isNullSettled: boolean;
  readonly compareNested: (
    oldSchema: Schema,
    newSchema: Schema,
    step: string,
  ) => void;
  /** Compares two schemas for the same value once more, with all shared schemas followed but the named ones. */
  readonly compareExpanded: (
    oldSchema: Schema,
    newSchema: Schema,
    keptNames: readonly string[],
  ) => void;
  /** Notes that shared schemas hold for the value, so that they are compared. */
  readonly noteShared: (names: readonly string[]) => void;
  /** Reads the rules of shared schemas in both versions. */
  readonly readShared: (
    names: readonly string[],
  ) => readonly [oldRules: Schema, newRules: Schema];
  /** True for a version in which a kept reference of the set accepts null. */
  readonly areRefsNullable: (
    sets: readonly [oldSet: ValueSet, newSet: ValueSet],
  ) => readonly [boolean, boolean];
}

export function addChange(
  { changes, path }: Pick<CompareContext, "changes" | "path">,
  text: string,
  effect: Effect,
): void {
  changes.push({ path, text, isDocsOnly: false, effect });
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
