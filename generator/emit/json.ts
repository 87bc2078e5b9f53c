import { escapeUnits, visible } from "../text.js";

/** A value as JSON, laid out as prettier would, as far as lists of one short text go; nothing in it can't be seen. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map(visible)
    .join("\n")
    .replace(/\[\n\s+("[^"\n]{0,40}")\n\s+\]/g, "[$1]");
}

/** The members of an object as JSON, one a line, for the inside of `String.raw`: nothing in them can end it. */
export function rawRows(value: object, depth: number): string {
  return Object.entries(value)
    .map((member) => member.map((part) => visible(JSON.stringify(part))))
    .map(([key, member]) => `${"  ".repeat(depth)}${key}: ${member}`)
    .join(",\n")
    .replace(/`|\$(?=\{)/g, escapeUnits);
}
