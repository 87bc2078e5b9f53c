import type { Expression } from "./pattern-parse.js";

/** Glushkov's automaton of an expression: a place for every character that it names. */
export interface Automaton {
  /** By place: the sample characters that it takes, one bit each. */
  readonly takes: readonly bigint[];
  /** By place: the places that may follow, and in how many ways. */
  readonly next: readonly ReadonlyMap<number, number>[];
}

/** The places that a part of an expression can begin and end with; `skippable`: it can be empty. */
interface Span {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly skippable: boolean;
}

/** Repetitions with a fixed count are written out up to this many places, and beyond it taken for loops. */
const MAX_PLACES = 1_000;

/** Characters that stand for all others: ASCII, and some letters, signs and blanks beyond it. */
const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."éßжΩ中١\u00A0\u2028😀",
];

export function createAutomaton(expression: Expression): Automaton {
  const takes: bigint[] = [];
  const next: Map<number, number>[] = [];
  const known = new Map<string, bigint>();

  const connect = (from: readonly number[], to: readonly number[]): void => {
    for (const place of from)
      for (const follower of to) {
        const ways = next[place]?.get(follower) ?? 0;
        next[place]?.set(follower, ways + 1);
      }
  };

  const join = (before: Span, after: Span): Span => {
    connect(before.last, after.first);
    return {
      first: before.skippable
        ? [...before.first, ...after.first]
        : before.first,
      last: after.skippable ? [...before.last, ...after.last] : after.last,
      skippable: before.skippable && after.skippable,
    };
  };

  const repeat = (item: Expression, min: number, max: number): Span => {
    if (max === 0) return EMPTY;
    let span = add(item);
    const skippable = span.skippable || min === 0;
    if (max === 1) return { ...span, skippable };
    const size = span.first.length;
    if (min === max && size * max < MAX_PLACES && takes.length < MAX_PLACES) {
      for (let copy = 1; copy < max; copy += 1) span = join(span, add(item));
      return span;
    }
    connect(span.last, span.first);
    return { ...span, skippable };
  };

  const add = (part: Expression): Span => {
    switch (part.kind) {
      case "empty":
        return EMPTY;
      case "character": {
        const set = known.get(part.source) ?? sampled(part.source);
        known.set(part.source, set);
        const place = takes.push(set) - 1;
        next.push(new Map());
        return { first: [place], last: [place], skippable: false };
      }
      case "sequence":
        return part.items.map(add).reduce(join, EMPTY);
      case "choice": {
        const spans = part.items.map(add);
        return {
          first: spans.flatMap(({ first }) => first),
          last: spans.flatMap(({ last }) => last),
          skippable: spans.some(({ skippable }) => skippable),
        };
      }
      case "repeat":
        return repeat(part.item, part.min, part.max);
    }
  };
  add(expression);
  return { takes, next };
}

const EMPTY: Span = { first: [], last: [], skippable: true };

function sampled(source: string): bigint {
  const set = new RegExp(`^(?:${source})$`, "u");
  return SAMPLES.reduce(
    (bits, sample, index) =>
      set.test(sample) ? bits | (1n << BigInt(index)) : bits,
    0n,
  );
}
