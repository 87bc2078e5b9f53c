import { visible } from "../text.js";
import type { Change } from "./components.js";

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
  const part = (title: string, some: readonly Change[]) =>
    some.length === 0
      ? []
      : [`#### ${title}`, "", ...grouped(some).map(item), ""];
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

function item({ count, kind, name, route, text: what }: Group): string {
  const where =
    count > 1
      ? `${count} ${kind}s`
      : route === ""
        ? name
        : `${kind} ${code(name)} (${code(route)})`;
  return `- ${where}: ${escapeMarkdown(what)}`;
}

/** One change of many components. */
interface Group extends Change {
  readonly count: number;
  /** The name of one, or how many there are. */
  readonly names: string;
}

/** What several components have in common is told once, where the first of them stands. */
function grouped(changes: readonly Change[]): Group[] {
  const alike = new Map<string, Change[]>();
  for (const change of changes) {
    const { breaking, kind, name, text: what } = change;
    const isOwn = /^(added|removed|renamed)/.test(what) ? name : "";
    const key = JSON.stringify([kind, what, breaking, isOwn]);
    alike.set(key, [...(alike.get(key) ?? []), change]);
  }
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const count = others.length + 1;
    const names = [first, ...others].map(({ name }) => name);
    return {
      ...first,
      count,
      names:
        count > 3
          ? `${count.toLocaleString("en-US")} ${first.kind}s`
          : names.join(", "),
    };
  });
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
