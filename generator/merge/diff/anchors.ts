/** Index in the first list and in the second one. */
export type Pair = readonly [a: number, b: number];

/** Lines that each list has once, as far as they come in the same order: what a patience diff holds on to. */
export function anchors(a: readonly string[], b: readonly string[]): Pair[] {
  const inB = uniqueLines(b);
  const common = [...uniqueLines(a)].flatMap(([line, index]): Pair[] => {
    const other = inB.get(line);
    return other === undefined ? [] : [[index, other]];
  });
  return longestIncreasing(common.sort(([x], [y]) => x - y));
}

function uniqueLines(lines: readonly string[]): Map<string, number> {
  const unique = new Map<string, number>();
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (seen.has(line)) unique.delete(line);
    else unique.set(line, index);
    seen.add(line);
  }
  return unique;
}

interface Link {
  readonly pair: Pair;
  readonly before: Link | undefined;
}

/** The longest run of pairs whose second numbers increase, too. */
function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  const ends: Link[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const half = (low + high) >> 1;
      if ((ends[half]?.pair[1] ?? 0) < pair[1]) low = half + 1;
      else high = half;
    }
    ends[low] = { pair, before: ends[low - 1] };
  }
  const run: Pair[] = [];
  for (let link = ends.at(-1); link; link = link.before) run.push(link.pair);
  return run.reverse();
}
