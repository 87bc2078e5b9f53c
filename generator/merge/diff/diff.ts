import { diffIndices } from "node-diff3";
import { anchors } from "./anchors.js";

/** What stands in `a` from `aStart` to `aEnd` (excluded), and otherwise in `b`. */
export interface Hunk {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** The package compares every line with all its equals, which ten thousand closing braces make slow. */
const many = 1000;

/** Where two lists differ, in order; neighbours are one hunk. */
export function diff(a: readonly string[], b: readonly string[]): Hunk[] {
  const head = commonHead(a, b);
  const tail = commonHead(a.slice(head).reverse(), b.slice(head).reverse());
  const [inA, inB] = [
    a.slice(head, a.length - tail),
    b.slice(head, b.length - tail),
  ];
  const hunks = inA.length > many ? piecewise(inA, inB) : whole(inA, inB);
  return hunks.map((hunk) => shifted(hunk, head, head));
}

function commonHead(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  return count;
}

function whole(a: readonly string[], b: readonly string[]): Hunk[] {
  const found: readonly Indices[] = diffIndices([...a], [...b]);
  return found.map(({ buffer1, buffer2 }) => ({
    aStart: buffer1[0],
    aEnd: buffer1[0] + buffer1[1],
    bStart: buffer2[0],
    bEnd: buffer2[0] + buffer2[1],
  }));
}

/** What the package returns; its own types say `any[]`. Both are an offset and a length. */
interface Indices {
  readonly buffer1: readonly [number, number];
  readonly buffer2: readonly [number, number];
}

function piecewise(a: readonly string[], b: readonly string[]): Hunk[] {
  const pairs = anchors(a, b);
  if (pairs.length === 0) return whole(a, b);
  const hunks: Hunk[] = [];
  let [aStart, bStart] = [0, 0];
  for (const [aEnd, bEnd] of [...pairs, [a.length, b.length] as const]) {
    const inner = diff(a.slice(aStart, aEnd), b.slice(bStart, bEnd));
    hunks.push(...inner.map((hunk) => shifted(hunk, aStart, bStart)));
    [aStart, bStart] = [aEnd + 1, bEnd + 1];
  }
  return hunks;
}

function shifted(hunk: Hunk, a: number, b: number): Hunk {
  return {
    aStart: hunk.aStart + a,
    aEnd: hunk.aEnd + a,
    bStart: hunk.bStart + b,
    bEnd: hunk.bEnd + b,
  };
}
