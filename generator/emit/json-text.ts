import { escapeUnits, visible } from "../text.js";

/** A value as JSON, laid out as prettier would, as far as lists of one short text go; nothing in it can't be seen. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map(visible)
    .join("\n")
    .replace(/\[\n\s+("[^"\n]{0,40}")\n\s+\]/g, "[$1]");
}

/** An object as JSON, a member a line, for the inside of `String.raw`: nothing in it can end that. */
export function rawRows(value: object, depth: number): string {
  const indent = "  ".repeat(depth);
  const rows = Object.entries(value)
    .map((member) => member.map((part) => visible(JSON.stringify(part))))
    .map(([key, member]) => `\n${indent}  ${key}: ${member}`);
  const inside = rows.length > 0 ? `${rows.join(",")}\n${indent}` : "";
  return `{${inside.replace(/`|\$(?=\{)/g, escapeUnits)}}`;
}
