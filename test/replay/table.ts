import type { Tally } from "./replay.js";

type Count = Exclude<keyof Tally, "title" | "faults">;

const COLUMNS: Readonly<Record<Count, string>> = {
  operations: "operations at the end",
  steps: "versions",
  edits: "edits by hand",
  found: "found again",
  moved: "files renamed",
  orphans: "orphans, counted every step",
  merges: "files that both sides changed",
  conflicts: "conflicts, all real",
  gitConflicts: "conflicts of git merge-file",
  checked: "type checks",
  failing: "files that failed, and had to",
};

/** The counts of all histories as a Markdown table. */
export function table(tallies: readonly Tally[]): string {
  // The keys are written above.
  const counts = Object.keys(COLUMNS) as Count[];
  const sum = (count: Count) =>
    tallies.reduce((total, tally) => total + tally[count], 0);
  const rows = [
    ["document", ...Object.values(COLUMNS)],
    ["---", ...counts.map(() => "--:")],
    ...tallies.map((tally) => [
      tally.title,
      ...counts.map((count) => tally[count]),
    ]),
    ["all", ...counts.map(sum)],
  ];
  return `${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`;
}
