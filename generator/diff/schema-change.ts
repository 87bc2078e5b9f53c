import type { Schema } from "../model.js";

/** Difference of two schemas. */
export interface SchemaChange {
  /** Path of the property: `filter.color`. In a shared schema it begins with that schema's name. */
  readonly path: string;
  /** Path by which a shared schema was reached first, for messages: `event (EventName)`. */
  readonly label?: string;
  /** `maxLength 10 → 20` */
  readonly text: string;
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
  /** Functions that flatten an old and a new schema, following references into the shared schemas of their own version. */
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
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
