import { gather } from "../shared/group-by.js";
import { inThousands } from "../shared/format-number.js";
import { visible } from "../shared/escape.js";
import type { Change } from "./component-changes.js";

export type DiffFormat = "text" | "markdown" | "json";

/** Changes as a person reads them, as a comment for a pull request, or as data. */
export function printChanges(changes: readonly Change[], format: DiffFormat) {
  switch (format) {
    case "json":
      return `${JSON.stringify(changes, null, 2)}\n`;
    case "markdown":
      return markdown(changes);
    case "text":
      return text(changes);
  }
}

function text(changes: readonly Change[]): string {
  if (changes.length === 0) return "Nothing changes for callers.\n";
  const lines = grouped(changes).map(
    ({ breaking, kind, names, text: what }) =>
      `${breaking ? "breaking" : "        "}  ${kind.padEnd(8)}  ${visible(names)}: ${visible(what)}`,
  );
  return `${lines.join("\n")}\n\n${counts(changes)}\n`;
}

function markdown(changes: readonly Change[]): string {
  const part = (title: string, isIn: (change: Change) => boolean) => {
    const lines = grouped(changes.filter(isIn)).map(item);
    return lines.length === 0 ? [] : [`#### ${title}`, "", ...lines, ""];
  };
  return [
    "### What changes for callers of the MCP server",
    "",
    changes.length === 0 ? "Nothing." : `${counts(changes)}.`,
    "",
    ...part("Look at these texts", ({ what }) => what === "suspicious"),
    ...part("Breaking", ({ breaking }) => breaking),
    ...part("Other", (one) => !one.breaking && one.what !== "suspicious"),
  ].join("\n");
}

function item({ all, kind, name, names, route, text: what }: Group): string {
  const where =
    all.length > 1
      ? escapeMarkdown(names)
      : route === ""
        ? name
        : `${kind} ${code(name)} (${code(route)})`;
  const line = `- ${where}: ${escapeMarkdown(what)}`;
  if (all.length <= MAX_NAMED) return line;
  const each = all.map(code).join(", ");
  return `${line}\n\n  <details><summary>Which</summary>\n\n  ${each}\n\n  </details>\n`;
}

/** One change of many components. */
interface Group extends Change {
  /** Their names. */
  readonly all: readonly string[];
  /** The same in one line, or how many there are. */
  readonly names: string;
}

/** Names that stand in a line. */
const MAX_NAMED = 3;

/** What several components have in common is told once, where the first of them stands. */
function grouped(changes: readonly Change[]): Group[] {
  const keyOf = ({ breaking, kind, name, text: what }: Change) => {
    const own = /^(added|removed|renamed)/.test(what) ? name : "";
    return JSON.stringify([kind, what, breaking, own]);
  };
  const alike = gather(changes.map((change) => [keyOf(change), change]));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    const all = group.map(({ name }) => name);
    const many = `${inThousands(all.length)} ${first?.kind}s`;
    const names = all.length > MAX_NAMED ? many : all.join(", ");
    return first === undefined ? [] : [{ ...first, all, names }];
  });
}

function counts(changes: readonly Change[]): string {
  const breaking = changes.filter((change) => change.breaking).length;
  const plural = changes.length === 1 ? "change" : "changes";
  return `${changes.length} ${plural}, ${breaking === 0 ? "none" : breaking} breaking`;
}

/** Text of a document must become no markup of somebody's pull request, and no link. */
function escapeMarkdown(value: string): string {
  return value
    .split(/[\s\p{Cc}]+/u)
    .map((word) =>
      ADDRESS.test(word)
        ? code(word)
        : word.replace(/[\\`*_{}[\]<>()#!|~&]/g, "\\$&"),
    )
    .join(" ");
}

/** What Markdown makes a link or a mention of where it stands bare. */
const ADDRESS = /:\/\/|www\.|@/i;

function code(value: string): string {
  return `\`${value.replace(/[`\p{Cc}]+/gu, " ")}\``;
}
