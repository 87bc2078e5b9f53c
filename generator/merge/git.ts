import type { LockedFile } from "../output/outcome.js";
import { dressedAs, plain } from "../text.js";

/** A conflict as git writes it, with or without what both sides had before. */
const CONFLICT =
  /^<{7} .*\n([^]*?)(?:^\|{7}.*\n[^]*?)?^={7}\n([^]*?)^>{7} .*\n/gm;

/**
 * A file in which two branches met that both regenerated it, without those of git's conflicts of which
 * one side holds nothing but what was generated there: that is generated again, so the other side
 * stays. What was edited on both sides keeps its markers.
 */
export function bySide(text: string, { other, ...base }: LockedFile): string {
  if (other === undefined || !/^<{7} /m.test(text)) return text;
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

/** A line beside a conflict that both sides have; empty where another conflict is. */
function line(at: RegExp, text: string): string {
  const found = at.exec(text)?.[0] ?? "";
  return /^[<>]{7} /.test(found) ? "" : found;
}
