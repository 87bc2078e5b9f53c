import type { Answer, Args, Entry } from "../../index.js";

/** An answer to a call, and what of it is not shown. */
export interface Page {
  readonly entry: Entry;
  readonly args: Args;
  readonly answer: Answer;
  readonly cuts: readonly Cut[];
}

/** A list, an object or a text of which only the first part is shown. */
export interface Cut {
  /** `items`, `items.0.body`; empty: the whole answer. */
  readonly place: string;
  readonly shown: number;
  readonly all: number;
  readonly of: "items" | "fields" | "bytes";
}
