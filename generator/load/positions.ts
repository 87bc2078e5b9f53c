import { once } from "../../runtime/schema.js";
import type { Finding } from "../errors.js";
import { below, steps } from "../shared/json-pointer.js";
import { rememberingEach } from "../shared/memoize.js";
import type { Scan } from "./find-refs.js";

/** First line and column are 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A part of a text: where it stands, and the parts in it. */
export interface Outline {
  /** Its key or index. */
  readonly name: string;
  /** Of its key, where it has one. */
  readonly offset: number;
  /** In the text's order, equal names included. */
  readonly members: () => readonly Outline[];
  /** Members that it has besides, from elsewhere in the text. */
  readonly merged: readonly Outline[];
}

/** Finds places in a text. */
export interface Positions {
  /** Line and column of what a JSON pointer leads to, or of its nearest ancestor that exists. */
  readonly locate: (pointer: string) => Position;
  /** The findings for keys that stand twice. */
  readonly duplicates: (file: string) => Finding[];
}

/** Finds places in a text, of which an outline is drawn when one is first asked for. */
export function createPositions(text: string, draw: () => Outline): Positions {
  const toPosition = createLines(text);
  const root = once(draw);
  const membersOf = rememberingEach(membersByName);
  return {
    locate(pointer) {
      let at = root();
      for (const step of steps(pointer)) {
        const next = membersOf(at).get(step);
        if (next === undefined) break;
        at = next;
      }
      return toPosition(at.offset);
    },
    duplicates: (file) =>
      duplicatesIn(root(), "").map(({ offset, pointer }) => ({
        code: "duplicate-key",
        severity: "warning",
        message: "This key stands twice in its object; the last one counts.",
        pointer,
        file,
        ...toPosition(offset),
        hint: "Remove or rename one of them.",
      })),
  };
}

/** Of equal names the last one, and before all others those that stand there themselves. */
function membersByName({ members, merged }: Outline): Map<string, Outline> {
  return new Map(
    [...merged.toReversed(), ...members()].map((one) => [one.name, one]),
  );
}

function duplicatesIn(
  { members }: Outline,
  pointer: string,
): { offset: number; pointer: string }[] {
  const names = new Set<string>();
  return members().flatMap((member) => {
    const { name, offset } = member;
    const place = below(pointer, name);
    const inside = duplicatesIn(member, place);
    if (names.has(name)) inside.unshift({ offset, pointer: place });
    names.add(name);
    return inside;
  });
}

/** Turns offsets into lines and columns; the lines are counted once, when first asked. */
function createLines(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** A document as plain data, and how to find a place in its text. */
export interface Parsed {
  readonly value: unknown;
  /** What is known of the value as a whole. */
  readonly scanned: Scan;
  readonly findings: readonly Finding[];
  /** Line and column of a JSON pointer's nearest existing ancestor. What that needs is made when first asked. */
  readonly locate: (pointer: string) => Position;
}
