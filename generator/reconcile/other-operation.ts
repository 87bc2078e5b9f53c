import { formatConflict } from "../merge/conflict-markers.js";
import type { LockedFile, RenderedFile } from "../project/outcome.js";
import {
  withLineEndingsOf,
  normalizeLineEndings,
} from "../shared/line-endings.js";
import { routeOf } from "./match-files.js";

/** True if an operation of quite another route has the name, and so the path, of one that has gone. */
export function isOtherOperation(
  base: LockedFile,
  file: RenderedFile,
  baseText: string,
): boolean {
  if (base.key === undefined || file.key === undefined) return false;
  const [baseWords, incomingWords] = [base.key, file.key].map((key) =>
    // The source of a route may have another name, and is no part of it.
    routeOf(key)[0]
      .replace(/^\S+ (?=\S+ \/)/, "")
      .split(/[ /]/),
  );
  const titleOf = (text: string) =>
    /^ {2}(?:title|description): .*/m.exec(text)?.[0];
  const isSimilar =
    baseWords?.join() === incomingWords?.join() ||
    baseWords?.slice(1).join() === incomingWords?.slice(1).join() ||
    (baseWords?.[0] === incomingWords?.[0] &&
      lastWordOf(baseWords) === lastWordOf(incomingWords)) ||
    (titleOf(baseText) !== undefined &&
      titleOf(baseText) === titleOf(file.text));
  return !isSimilar;
}

function lastWordOf(parts: readonly string[] = []): string | undefined {
  return parts.findLast((part) => part !== "" && !part.startsWith("{"));
}

/** Creates one conflict of the whole `current` with the whole `incoming`. */
export function createWholeConflict(
  { current, incoming }: { current: string; incoming: string },
  { key = "" }: LockedFile,
) {
  const splitLines = (text: string) => normalizeLineEndings(text).split("\n");
  const conflictLines = formatConflict({
    base: [],
    current: splitLines(current),
    incoming: splitLines(incoming),
  });
  return {
    text: withLineEndingsOf(`${conflictLines.join("\n")}\n`, current),
    conflicts: [{ place: `all parts of ${routeOf(key)[0]}`, line: 1 }],
  };
}
