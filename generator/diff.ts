import { diffIndices } from "node-diff3";

/** What stands in `a` from `aStart` to `aEnd` (excluded), and otherwise in `b`. */
export interface Hunk {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Where two lists differ, in order; neighbours are one hunk. */
export function diff(a: readonly string[], b: readonly string[]): Hunk[] {
  const start = commonPrefix(a, b);
  const end = commonPrefix(a.slice(start).reverse(), b.slice(start).reverse());
  const found: readonly Indices[] = diffIndices(
    a.slice(start, a.length - end),
    b.slice(start, b.length - end),
  );
  return found.map(({ buffer1, buffer2 }) => ({
    aStart: start + buffer1[0],
    aEnd: start + buffer1[0] + buffer1[1],
    bStart: start + buffer2[0],
    bEnd: start + buffer2[0] + buffer2[1],
  }));
}

/** What the package returns; its own types say `any[]`. Both are an offset and a length. */
interface Indices {
  readonly buffer1: readonly [number, number];
  readonly buffer2: readonly [number, number];
}

/** Equal ends are the rule, and the package is slow on them. */
function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  return count;
}
