import type { LockedFile } from "../project/outcome.js";
import { dressedAs, plain } from "../shared/line-endings.js";
import { conflictsIn, linesOf } from "./conflict-markers.js";

/** Conflicts of one file that are looked at, and characters that they are looked for in: a checkout may hold any number. */
const MOST_CONFLICTS = 1_000;
const MOST_COMPARED = 2_000_000_000;

/**
 * A file in which two branches met that both regenerated it, without those of git's conflicts of which
 * one side holds nothing but what was generated there: that is generated again, so the other side
 * stays. What was edited on both sides keeps its markers, and so does a file with very many conflicts.
 */
export function bySide(text: string, { other, ...base }: LockedFile): string {
  if (other === undefined || !/^<{7,} /m.test(text)) return text;
  const lines = linesOf(plain(text));
  const conflicts = conflictsIn(lines);
  const generated = [base.text() ?? "", other.text() ?? ""];
  const length = generated.reduce((sum, { length }) => sum + length, 0);
  const isBounded =
    conflicts.length <= MOST_CONFLICTS &&
    conflicts.length * length <= MOST_COMPARED;
  if (!isBounded) return text;
  const resolved: string[] = [];
  let from = 0;
  for (const { start, end, first, second } of conflicts) {
    const before = lineBeside(lines[start - 1]);
    const after = lineBeside(lines[end]);
    const isGenerated = (side: string) =>
      generated.some((made) => made.includes(before + side + after));
    const side = isGenerated(second)
      ? first
      : isGenerated(first)
        ? second
        : lines.slice(start, end).join("");
    resolved.push(...lines.slice(from, start), side);
    from = end;
  }
  resolved.push(...lines.slice(from));
  return dressedAs(resolved.join(""), text);
}

/**
 * Whether a file is what git made of what two branches generated there: every line is of one of them,
 * and those are there that both have.
 */
export function isOfBoth(
  text: string,
  { other, ...base }: LockedFile,
): boolean {
  if (other === undefined) return false;
  const [own, theirs, is] = [base.text(), other.text(), text].map(
    (one) => new Set(plain(one ?? "").split("\n")),
  );
  return (
    [...(is ?? [])].every((one) => own?.has(one) || theirs?.has(one)) &&
    [...(own ?? [])].every((one) => is?.has(one) || !theirs?.has(one))
  );
}

/** A line beside a conflict that both sides have; empty where another conflict is. */
function lineBeside(line = ""): string {
  return line.endsWith("\n") && !/^[<>]{7,} /.test(line) ? line : "";
}
