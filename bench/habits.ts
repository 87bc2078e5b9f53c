import { readPassages, type Passage } from "./prose.js";
import words from "./style-words.json" with { type: "json" };

/**
 * Counts the habits that `docs/contributing-style.md` names, in all prose that users read:
 * `npx tsx bench/habits.ts` prints a table; `--places` adds each place, and `--group docs` takes one group alone.
 */

const GROUPS = ["docs", "messages", "server", "templates", "comments"];
/** Most words of a sentence before it counts as long. */
const LONG = 35;

const habits = [...new Set(words.map(({ habit }) => habit))];
const chosenGroup = process.argv[process.argv.indexOf("--group") + 1];
const passages = readPassages().filter(
  ({ group }) => !process.argv.includes("--group") || group === chosenGroup,
);

function countHabit(habit: string, group: string): number {
  const patterns = words
    .filter((word) => word.habit === habit)
    .map(({ pattern }) => new RegExp(pattern, "g"));
  return countIn(group, ({ text }) =>
    patterns.reduce(
      (sum, pattern) => sum + [...text.matchAll(pattern)].length,
      0,
    ),
  );
}

function countIn(group: string, count: (passage: Passage) => number): number {
  return passages
    .filter((passage) => passage.group === group)
    .reduce((sum, passage) => sum + count(passage), 0);
}

/** Sentences of more than `LONG` words. */
function countLong({ text }: Passage): number {
  return text
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => sentence.split(/\s+/).length > LONG).length;
}

/** Sentences with two colons or more. */
function countColonChains({ text }: Passage): number {
  return text
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => [...sentence.matchAll(/\w: /g)].length > 1).length;
}

const print = (cells: readonly (string | number)[]) =>
  process.stdout.write(
    `${cells.map((cell, index) => (index === 0 ? String(cell).padEnd(22) : String(cell).padStart(11))).join("")}\n`,
  );
const printRow = (name: string, count: (group: string) => number) => {
  const counts = GROUPS.map(count);
  print([name, ...counts, counts.reduce((sum, part) => sum + part, 0)]);
};

print(["habit", ...GROUPS, "all"]);
for (const habit of habits)
  printRow(habit, (group) => countHabit(habit, group));
printRow("over 35 words", (group) => countIn(group, countLong));
printRow("two colons", (group) => countIn(group, countColonChains));

if (process.argv.includes("--places"))
  for (const { place, text } of passages)
    for (const { instead, pattern } of words)
      for (const [match] of text.matchAll(new RegExp(pattern, "g")))
        process.stdout.write(
          `${place}: "${match.trim()}" → ${instead}\n    ${text.slice(0, 160)}\n`,
        );
