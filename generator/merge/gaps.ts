import type { Merged } from "./context.js";
import { mergeLines } from "./lines.js";
import { senseOfGap } from "./tree.js";

/** Merges what stands between two tokens: layout, comments, a separator. `next` is already laid out as yours. Null: a conflict without lines of its own. */
export function mergeGap(
  gaps: {
    readonly base: string;
    readonly yours: string;
    readonly next: string;
  },
  place: string,
): Merged | null {
  const { base, yours, next } = gaps;
  const [was, mine, theirs] = [base, yours, next].map(senseOfGap);
  const untouched = base === yours;
  if (mine === theirs) return clean(untouched ? next : yours);
  if (was === theirs) return clean(yours);
  if (was === mine) return clean(next);
  if (!yours.includes("\n")) return null;
  const { text, conflicts } = mergeLines({
    ...gaps,
    sameness: (line) => line.trim(),
    keepBoth: true,
  });
  return { text, places: Array<string>(conflicts).fill(place) };
}

function clean(text: string): Merged {
  return { text, places: [] };
}
