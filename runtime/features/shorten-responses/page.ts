import type { ApiResponse, Args, RegisteredComponent } from "../../index.js";

/** An answer to a call, before anything of it is cut. */
export interface Page {
  readonly entry: RegisteredComponent;
  readonly args: Args;
  readonly answer: ApiResponse;
  /** What its handler sent with `send`. */
  readonly sent: readonly SentRequest[];
  /** Bytes of JSON that there is room for. */
  readonly room: number;
  /** Items of the longest page that the API has given, by tool: so many may be asked for where its document names no maximum. */
  readonly longest: Map<string, number>;
}

/** The response of the API to these arguments. */
export interface SentRequest {
  readonly answer: ApiResponse;
  readonly args: Args;
}

/** A list, an object or a text of which only the first part is shown. */
export interface Cut {
  /** Names and indices that lead to it: `["items", "0", "body"]`; empty: the whole answer. */
  readonly steps: readonly string[];
  readonly shown: number;
  readonly all: number;
  readonly of: "items" | "fields" | "paragraphs" | "bytes";
}

/** How one page goes on: how much of it is best shown, and what is told of the calls behind it. */
export interface Continuation {
  /** Of a list or map that is cut, the items to keep, of those that there is room for: one at least. */
  keep(this: void, cut: Cut): number;
  /** Nothing where this was all. */
  note(this: void, cuts: readonly Cut[]): string | undefined;
}
