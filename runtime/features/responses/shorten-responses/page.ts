import type {
  ApiResponse,
  Args,
  Client,
  RegisteredComponent,
} from "../../../index.js";

/** The response to a call, before it is shortened. */
export interface Page {
  readonly entry: RegisteredComponent;
  readonly args: Args;
  readonly response: ApiResponse;
  /** Removes secrets, also those of the caller. Default: those of the API's client. */
  readonly redact?: Client["redact"];
  /** Requests that the handler sent with `send`. */
  readonly requests: readonly SentRequest[];
  /** Maximum size of the shown data, in bytes of JSON. */
  readonly maxBytes: number;
  /**
   * Number of items of the longest page that the API has returned, by tool. It is the largest size to ask for if the
   * document gives no maximum.
   */
  readonly longestPages: Map<string, number>;
}

/** A request that the handler sent: its arguments and the response of the API. */
export interface SentRequest {
  readonly response: ApiResponse;
  readonly args: Args;
}

/** A list, object or text that is truncated: only its first part is shown. */
export interface Truncation {
  /** Names and indices that lead to it: `["items", "0", "body"]`. Empty for the whole response. */
  readonly path: readonly string[];
  readonly shownCount: number;
  readonly totalCount: number;
  readonly unit: "items" | "fields" | "paragraphs" | "bytes";
}

/** Decides how much of a page is shown, and describes the call that continues it. */
export interface Continuation {
  /** Returns the number of items to keep of a truncated list or map: at least one, at most `shownCount`. */
  keep(this: void, truncation: Truncation): number;
  /** Returns the note about the next call, or undefined if nothing is left. */
  note(this: void, cuts: readonly Truncation[]): string | undefined;
}
