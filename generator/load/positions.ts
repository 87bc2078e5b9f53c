import { steps } from "../json.js";

/** First line and column are 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One member of an object or array in the text: where it begins, and its value for the next step. */
export interface Entry {
  readonly offset: number;
  readonly value: number;
}

/** The members of the value that `value` stands for; empty for a scalar. */
export type Entries = (value: number) => ReadonlyMap<string, Entry>;

/**
 * Finds places in a text by JSON pointer: the key of a member, else of its nearest ancestor that
 * exists. Only what lies on the way is looked at, and only once.
 */
export function createPositions(
  text: string,
  root: number,
  read: Entries,
): (pointer: string) => Position {
  const seen = new Map<number, ReadonlyMap<string, Entry>>();
  const toPosition = createLines(text);
  return (pointer) => {
    let at: Entry = { offset: 0, value: root };
    for (const step of steps(pointer)) {
      const entries = seen.get(at.value) ?? read(at.value);
      seen.set(at.value, entries);
      const next = entries.get(step);
      if (next === undefined) break;
      at = next;
    }
    return toPosition(at.offset);
  };
}

/** Turns offsets of a text into lines and columns; the lines are counted once, when first asked. */
export function createLines(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
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

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
    starts.push(at + 1);
  return starts;
}
