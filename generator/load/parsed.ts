import type { Finding } from "../errors.js";
import type { Position } from "./positions.js";
import type { Scan } from "./sites.js";

/** A document as plain data, and how to find a place in its text. */
export interface Parsed {
  readonly value: unknown;
  /** What is known of the value as a whole. */
  readonly scanned: Scan;
  readonly findings: readonly Finding[];
  /** Line and column of a JSON pointer's nearest existing ancestor. What that needs is made when first asked. */
  readonly locate: (pointer: string) => Position;
}
