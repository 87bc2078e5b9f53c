import type { Finding } from "../errors.js";
import type { Position } from "./positions.js";

/** A document as plain data, and how to find a place in its text. */
export interface Parsed {
  readonly value: unknown;
  readonly findings: readonly Finding[];
  /** Line and column of a JSON pointer's nearest existing ancestor. What that needs is made when first asked. */
  readonly locate: (pointer: string) => Position;
}

/** The finding for a key that stands twice. */
export function duplicateKey(
  pointer: string,
  file: string,
  position: Position,
): Finding {
  return {
    code: "duplicate-key",
    severity: "warning",
    message: "This key stands twice in its object; the last one counts.",
    pointer,
    file,
    ...position,
    hint: "Remove or rename one of them.",
  };
}

/** Makes a function when it is first called. */
export function lazily<Argument, Result>(
  make: () => (argument: Argument) => Result,
): (argument: Argument) => Result {
  let made: ((argument: Argument) => Result) | undefined;
  return (argument) => (made ??= make())(argument);
}
