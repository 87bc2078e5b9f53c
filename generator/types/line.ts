import type { Type } from "./type.js";

/** Width that prettier fills by default. */
export const WIDTH = 80;

/** The type on one line; holds a line break where an object keeps it from being one. */
export function flat(type: Type): string {
  switch (type.kind) {
    case "word":
      return type.text;
    case "object":
      return type.members.length === 0 ? "{}" : "\n";
    case "array":
      return `${flatPart(type.of)}[]`;
    case "union":
      return type.parts.map(flatPart).join(" | ");
    case "intersection":
      return type.parts.map(flatPart).join(" & ");
    case "tuple":
      return `[${type.parts.map(flat).join(", ")}]`;
    case "generic":
      return `${type.name}<${type.parts.map(flat).join(", ")}>`;
  }
}

/** The same for an operand of `[]`, `|` or `&`. */
export function flatPart(type: Type): string {
  return needsParentheses(type) ? `(${flat(type)})` : flat(type);
}

export function needsParentheses({ kind }: Type): boolean {
  return kind === "union" || kind === "intersection";
}

/** Whether a line without breaks fits between what stands before and behind it. */
export function fits(
  line: string,
  { column, tail }: { readonly column: number; readonly tail: number },
): boolean {
  return !line.includes("\n") && column + width(line) + tail <= WIDTH;
}

/** Columns that prettier counts for a text: none for a mark on a letter, two for a wide letter. */
export function width(text: string): number {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text.replace(/\p{M}/gu, "")) {
    columns += WIDE.test(character) ? 2 : 1;
  }
  return columns;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
