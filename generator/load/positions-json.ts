import { createPositions } from "./positions.js";
import type { Entry, Position } from "./positions.js";

/** Finds places in valid JSON text. */
export function createJsonPositions(
  text: string,
): (pointer: string) => Position {
  return createPositions(text, skipSpace(text, 0), (value) =>
    readEntries(text, value),
  );
}

function readEntries(text: string, start: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const open = text.charAt(start);
  if (open !== "{" && open !== "[") return entries;
  let at = skipSpace(text, start + 1);
  while (at < text.length && !"]}".includes(text.charAt(at))) {
    const offset = at;
    let key = String(entries.size);
    if (open === "{") {
      at = skipString(text, at);
      // A name in valid JSON is a JSON string.
      key = JSON.parse(text.slice(offset, at)) as string;
      at = skipSpace(text, skipSpace(text, at) + 1);
    }
    entries.set(key, { offset, value: at });
    at = skipSpace(text, skipValue(text, at));
    if (text.charAt(at) === ",") at = skipSpace(text, at + 1);
  }
  return entries;
}

function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      at = skipString(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (depth === 0 && ",]} \t\r\n".includes(character)) return at;
    if (character === "{" || character === "[") depth += 1;
    at += 1;
    if ((character === "}" || character === "]") && --depth === 0) return at;
  }
  return at;
}

function skipString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charAt(quote - 1 - slashes) === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at += 1;
  return at;
}
