import { visible } from "../text.js";
import type { Change } from "./changes.js";

export type DiffFormat = "text" | "markdown" | "json";

/** Changes as a person reads them, as a comment for a pull request, or as data. */
export function printChanges(
  changes: readonly Change[],
  format: DiffFormat,
): string {
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
  const lines = changes.map(
    (change) =>
      `${change.breaking ? "breaking" : "        "}  ${change.kind.padEnd(8)}  ${visible(change.name)}: ${visible(change.text)}`,
  );
  return `${lines.join("\n")}\n\n${counts(changes)}\n`;
}

function markdown(changes: readonly Change[]): string {
  const part = (title: string, some: readonly Change[]) =>
    some.length === 0 ? [] : [`#### ${title}`, "", ...some.map(item), ""];
  return [
    "### What changes for callers of the MCP server",
    "",
    changes.length === 0 ? "Nothing." : `${counts(changes)}.`,
    "",
    ...part(
      "Look at these texts",
      changes.filter(({ what }) => what === "suspicious"),
    ),
    ...part(
      "Breaking",
      changes.filter(({ breaking }) => breaking),
    ),
    ...part(
      "Other",
      changes.filter(
        ({ breaking, what }) => !breaking && what !== "suspicious",
      ),
    ),
  ].join("\n");
}

function item({ kind, name, route, text: what }: Change): string {
  return `- ${kind} ${code(name)} (${code(route)}): ${escapeMarkdown(what)}`;
}

function counts(changes: readonly Change[]): string {
  const breaking = changes.filter((change) => change.breaking).length;
  const plural = changes.length === 1 ? "change" : "changes";
  return `${changes.length} ${plural}, ${breaking === 0 ? "none" : breaking} breaking`;
}

/** Text of a document must not become markup of somebody's pull request. */
function escapeMarkdown(value: string): string {
  return value
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[\\`*_{}[\]<>()#!|@]/g, "\\$&");
}

function code(value: string): string {
  return `\`${value.replace(/[`\p{Cc}]+/gu, " ")}\``;
}
