import type { Finding } from "../errors.js";
import type { JsonObject } from "../json.js";

/** A document as it was loaded: plain data whose references are local pointers. */
export interface Source {
  readonly document: JsonObject;
  /** As a reader knows it. */
  readonly name: string;
  /** Where it was fetched from: what relative servers are relative to. */
  readonly url?: string;
  readonly findings: readonly Finding[];
  /** Why a file can't be used, by what stands before `#` in a reference that is not local. */
  readonly refused: ReadonlyMap<string, string>;
  /** Where a JSON pointer stands. */
  readonly locate: (pointer: string) => {
    readonly file: string;
    readonly line: number;
    readonly column: number;
  };
}
