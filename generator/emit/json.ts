import { visible } from "../text.js";

/** A value as JSON, laid out as prettier would, as far as lists of one short text go; nothing in it can't be seen. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map(visible)
    .join("\n")
    .replace(/\[\n\s+("[^"\n]{0,40}")\n\s+\]/g, "[$1]");
}
