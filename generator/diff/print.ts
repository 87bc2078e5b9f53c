import { groupBy } from "../shared/group-by.js";
import { formatThousands } from "../shared/format-number.js";
import { escapeInvisible } from "../shared/escape.js";
import type { Change } from "./change.js";

export type DiffFormat = "text" | "markdown" | "json";

/** Prints changes as text for a terminal, as Markdown for a pull request comment, or as JSON. */
export function printChanges(changes: readonly Change[], format: DiffFormat) {
  switch (format) {
    case "json":
      return `${JSON.stringify(changes, null, 2)}\n`;
    case "markdown":
      return formatMarkdown(changes);
    case "text":
      return formatText(changes);
  }
}

function formatText(changes: readonly Change[]): string {
  if (changes.length === 0) return "Nothing changes for callers.\n";
  const lines = groupChanges(changes).map(
    ({ breaking, kind, nameSummary: names, text, texts }) =>
      [
        `${breaking ? "breaking" : "        "}  ${kind.padEnd(8)}  ${escapeInvisible(names)}: ${escapeInvisible(text)}`,
        ...(texts === undefined
          ? []
          : [
              `${" ".repeat(20)}− ${escapeInvisible(texts.before ?? "none")}`,
              `${" ".repeat(20)}+ ${escapeInvisible(texts.after ?? "none")}`,
            ]),
      ].join("\n"),
  );
  const editedLines = listEditedModules(changes).map(
    ({ counts, file, name }) => `  ${file}  ${name}: ${counts}`,
  );
  return [
    ...lines,
    "",
    formatCounts(changes),
    ...(editedLines.length > 0 ? ["", `${EDITED_TITLE}:`, ...editedLines] : []),
    "",
  ].join("\n");
}

const EDITED_TITLE = "Modules that a hand edited, and whose API changes";

/** Modules that a hand edited, with the numbers of their changes, those with breaking ones first. */
function listEditedModules(changes: readonly Change[]) {
  const changesByFile = groupBy(
    changes.flatMap((change) =>
      change.editedFile === undefined
        ? []
        : [[change.editedFile, change] as const],
    ),
  );
  return [...changesByFile].map(([file, fileChanges]) => ({
    file: escapeInvisible(file),
    name: escapeInvisible(fileChanges[0]?.name ?? ""),
    counts: formatCounts(fileChanges),
  }));
}

function formatMarkdown(changes: readonly Change[]): string {
  const formatSection = (
    title: string,
    isIncluded: (change: Change) => boolean,
  ) => {
    const lines = groupChanges(changes.filter(isIncluded)).map(formatGroup);
    return lines.length === 0 ? [] : [`#### ${title}`, "", ...lines, ""];
  };
  return [
    "### Changes for callers of the MCP server",
    "",
    changes.length === 0 ? "Nothing." : `${formatCounts(changes)}.`,
    "",
    ...formatSection(
      "Review these descriptions",
      (change) => change.what === "suspicious",
    ),
    ...formatEdited(changes),
    ...formatSection("Breaking", ({ breaking }) => breaking),
    ...formatSection(
      "Other",
      (change) => !change.breaking && change.what !== "suspicious",
    ),
  ].join("\n");
}

function formatEdited(changes: readonly Change[]): string[] {
  const lines = listEditedModules(changes).map(
    ({ counts, file, name }) =>
      `- ${formatCode(file)} (${formatCode(name)}): ${counts}`,
  );
  return lines.length === 0 ? [] : [`#### ${EDITED_TITLE}`, "", ...lines, ""];
}

function formatGroup({
  componentNames,
  kind,
  name,
  nameSummary,
  route,
  text,
  texts,
}: ChangeGroup): string {
  const subject =
    componentNames.length > 1
      ? escapeMarkdown(nameSummary)
      : route === ""
        ? name
        : `${kind} ${formatCode(name)} (${formatCode(route)})`;
  const line = [
    `- ${subject}: ${escapeMarkdown(text)}`,
    ...(texts === undefined
      ? []
      : [
          `  - before: ${escapeMarkdown(texts.before ?? "none")}`,
          `  - after: ${escapeMarkdown(texts.after ?? "none")}`,
        ]),
  ].join("\n");
  if (componentNames.length <= MAX_NAMED) return line;
  const nameList = componentNames.map(formatCode).join(", ");
  return `${line}\n\n  <details><summary>Which</summary>\n\n  ${nameList}\n\n  </details>\n`;
}

/** Change that several components have in common. */
interface ChangeGroup extends Change {
  /** Names of the components. */
  readonly componentNames: readonly string[];
  /** Names in one line, or their number if there are more than `MAX_NAMED`. */
  readonly nameSummary: string;
}

/** Most names that are printed in one line. */
const MAX_NAMED = 3;

/** Groups equal changes of several components; a group is where its first change was. */
function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const keyOf = ({ breaking, kind, name, text, texts }: Change) => {
    const ownName = /^(added|removed|renamed)/.test(text) ? name : "";
    return JSON.stringify([kind, text, texts, breaking, ownName]);
  };
  const changesByKey = groupBy(
    changes.map((change) => [keyOf(change), change]),
  );
  return [...changesByKey.values()].flatMap((equalChanges) => {
    const [firstChange] = equalChanges;
    const componentNames = [...new Set(equalChanges.map(({ name }) => name))];
    const countText = `${formatThousands(componentNames.length)} ${firstChange?.kind}s`;
    const nameSummary =
      componentNames.length > MAX_NAMED ? countText : componentNames.join(", ");
    return firstChange === undefined
      ? []
      : [{ ...firstChange, componentNames, nameSummary }];
  });
}

function formatCounts(changes: readonly Change[]): string {
  const breakingCount = changes.filter((change) => change.breaking).length;
  const changeNoun = changes.length === 1 ? "change" : "changes";
  return `${changes.length} ${changeNoun}, ${breakingCount === 0 ? "none" : breakingCount} breaking`;
}

/** Escapes text of a document, so that it becomes neither markup nor a link in someone's pull request. */
function escapeMarkdown(text: string): string {
  return text
    .split(/[\s\p{Cc}]+/u)
    .map((word) =>
      ADDRESS.test(word)
        ? formatCode(word)
        : word.replace(/[\\`*_{}[\]<>()#!|~&]/g, "\\$&"),
    )
    .join(" ");
}

/** Words that Markdown turns into a link or a mention if they are not code. */
const ADDRESS = /:\/\/|www\.|@/i;

function formatCode(text: string): string {
  return `\`${text.replace(/[`\p{Cc}]+/gu, " ")}\``;
}
