import type { Tally } from "./replay.js";

type Count = Exclude<keyof Tally, "title" | "faults" | "kinds" | "growth">;

const COLUMNS: Readonly<Record<Count, string>> = {
  operations: "operations at the end",
  steps: "versions",
  edits: "edits by hand",
  found: "found again",
  moved: "files renamed",
  followed: "modules followed by hand's moves",
  apart: "told as apart",
  switched: "changes of kinds",
  orphans: "orphans, counted every step",
  merges: "files that both sides changed",
  conflicts: "conflicts, all real",
  gitConflicts: "conflicts of git merge-file",
  checked: "type checks",
  again: "second runs, without a change",
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
  const kinds: Record<string, number> = {};
  for (const [kind, count] of tallies.flatMap((one) =>
    Object.entries(one.kinds),
  ))
    kinds[kind] = (kinds[kind] ?? 0) + count;
  const conflicts = Object.entries(kinds).map(
    ([kind, count]) => `${count} × ${kind}`,
  );
  const growth = [0.5, 0.9].map((part) => growthAt(part, tallies).toFixed(2));
  return `${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}

conflicts by edit: ${conflicts.join(", ")}
lines changed in the output for one in the document, median and 90th percentile of all steps: ${growth.join(", ")}
`;
}

/** Growth that a share of all steps does not exceed: 0.5 for the median. */
export function growthAt(part: number, tallies: readonly Tally[]): number {
  const growth = tallies
    .flatMap((one) => one.growth)
    .sort((one, other) => one - other);
  return growth[Math.floor((growth.length - 1) * part)] ?? 0;
}
