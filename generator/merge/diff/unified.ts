import { plain } from "../../text.js";
import { diff, type Hunk } from "./diff.js";

const context = 3;

/** The difference of two texts as `diff -u` and git write it; empty where they are the same. */
export function unifiedDiff(path: string, a: string, b: string): string {
  const [before, after] = [linesOf(a), linesOf(b)];
  const blocks = grouped(diff(before, after));
  if (blocks.length === 0) return "";
  const text = blocks.flatMap((block) => blockLines(block, before, after));
  return [`--- a/${path}`, `+++ b/${path}`, ...text, ""].join("\n");
}

/** Lines of a text; the last one says so where it has no line end. */
function linesOf(text: string): string[] {
  const lines = plain(text).split("\n");
  const last = lines.pop() ?? "";
  return last === ""
    ? lines
    : [...lines, `${last}\n\\ No newline at end of file`];
}

/** Hunks whose lines of context meet. */
function grouped(hunks: readonly Hunk[]): Hunk[][] {
  const blocks: Hunk[][] = [];
  for (const hunk of hunks) {
    const block = blocks.at(-1);
    const end = block?.at(-1)?.aEnd;
    if (block && end !== undefined && hunk.aStart - end <= 2 * context)
      block.push(hunk);
    else blocks.push([hunk]);
  }
  return blocks;
}

function blockLines(
  block: readonly Hunk[],
  a: readonly string[],
  b: readonly string[],
): string[] {
  const [first, last] = [block[0], block.at(-1)];
  if (!first || !last) return [];
  const before = Math.min(context, first.aStart);
  const behind = Math.min(context, a.length - last.aEnd);
  const [aStart, bStart] = [first.aStart - before, first.bStart - before];
  const lines: string[] = [];
  let at = aStart;
  for (const hunk of block) {
    lines.push(...a.slice(at, hunk.aStart).map((line) => ` ${line}`));
    lines.push(...a.slice(hunk.aStart, hunk.aEnd).map((line) => `-${line}`));
    lines.push(...b.slice(hunk.bStart, hunk.bEnd).map((line) => `+${line}`));
    at = hunk.aEnd;
  }
  lines.push(...a.slice(at, at + behind).map((line) => ` ${line}`));
  const aRange = range(aStart, last.aEnd + behind - aStart);
  const bRange = range(bStart, last.bEnd + behind - bStart);
  return [`@@ -${aRange} +${bRange} @@`, ...lines];
}

/** An empty range is told by the line before it. */
function range(start: number, length: number): string {
  const first = length === 0 ? start : start + 1;
  return length === 1 ? `${first}` : `${first},${length}`;
}
