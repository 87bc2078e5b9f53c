import type { Schema } from "../model.js";

/** One difference of two schemas. */
export interface SchemaChange {
  /** `filter.color`; with the name of a shared schema in front, where it is one's. */
  readonly place: string;
  /** Of a shared schema, as seen from where it was met first: `event (EventName)` */
  readonly as?: string;
  /** `maxLength 10 → 20` */
  readonly text: string;
  /** It says something else to a model, and nothing else to a validator. */
  readonly isWords: boolean;
  /** A value that was taken may not be any more. */
  readonly refuses: boolean;
  /** A value may come that did not before. */
  readonly surprises: boolean;
}

/** Where two schemas stand, what is told of them, and how those in them are compared. */
export interface Here {
  readonly place: string;
  readonly changes: SchemaChange[];
  readonly inner: (was: Schema, is: Schema, step: string) => void;
  /** What each of them says with its references followed. */
  readonly whole: readonly [(was: Schema) => Schema, (is: Schema) => Schema];
}

export function tell(
  { changes, place }: Here,
  text: string,
  refuses: boolean,
  surprises = false,
): void {
  changes.push({ place, text, isWords: false, refuses, surprises });
}

/** The same of what was and of what is. */
export function both<Given, Found>(
  was: Given,
  is: Given,
  find: (one: Given) => Found,
): [Found, Found] {
  return [find(was), find(is)];
}

/** The place of a part: `filter` and `.color` give `filter.color`. */
export function below(place: string, step: string): string {
  return place === "" ? step.replace(/^\./, "") : place + step;
}

export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
