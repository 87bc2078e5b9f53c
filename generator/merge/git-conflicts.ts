import type { LockedFile } from "../output/outcome.js";
import { dressedAs, plain } from "../text.js";

/** A conflict as git writes it, its markers longer in files that were renamed, with or without what both sides had before. */
const CONFLICT =
  /^<{7,} .*\n([^]*?)(?:^\|{7,}.*\n[^]*?)?^={7,}\n([^]*?)^>{7,} .*\n/gm;

/**
 * A file in which two branches met that both regenerated it, without those of git's conflicts of which
 * one side holds nothing but what was generated there: that is generated again, so the other side
 * stays. What was edited on both sides keeps its markers.
 */
export function bySide(text: string, { other, ...base }: LockedFile): string {
  if (other === undefined || !/^<{7,} /m.test(text)) return text;
  const [own, theirs] = [base.text() ?? "", other.text() ?? ""];
  const resolved = plain(text).replace(
    CONFLICT,
    (whole: string, first: string, second: string, at: number, all: string) => {
      const before = line(/[^\n]*\n$/, all.slice(0, at));
      const after = line(/^[^\n]*\n/, all.slice(at + whole.length));
      const isGenerated = (side: string) =>
        [own, theirs].some((made) => made.includes(before + side + after));
      if (isGenerated(second)) return first;
      return isGenerated(first) ? second : whole;
    },
  );
  return dressedAs(resolved, text);
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
function line(at: RegExp, text: string): string {
  const found = at.exec(text)?.[0] ?? "";
  return /^[<>]{7,} /.test(found) ? "" : found;
}
