import { markdownToText } from "../../describe/markdown-to-text.js";
import { truncateAtWord } from "../../describe/sentences.js";
import { toSlug } from "../../shared/slug.js";
import { escapeInvisible } from "../../shared/escape.js";

/** Most characters of a quote. */
const MAX_QUOTE = 200;

/** Text of a document on one line, in quotation marks that it can't close, so that a reader sees who says it. */
export function quote(text: string, maxLength = MAX_QUOTE): string {
  return `“${toOneLine(text, maxLength).replace(/[“”]/g, '"')}”`;
}

/** Text of a document on one line, with its markup escaped; for a paragraph that the page marks as quoted. */
export function toOneLine(text: string, maxLength = MAX_QUOTE): string {
  const line = markdownToText(text).replace(/\s+/g, " ").trim();
  return truncateAtWord(escapeInvisible(line), maxLength)
    .replaceAll("`", "'")
    .replace(MARKUP, "\\$&");
}

/** Characters that Markdown takes for markup within a line, and the backslash, which would cancel an escape before it. https://spec.commonmark.org/0.31.2/#backslash-escapes */
const MARKUP =
  /[\\<*[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|&(?=#?\w{1,31};)/gu;

/** Formats a name, a call or a URI as code that it can't close. */
export function formatCode(text: string): string {
  return `\`${escapeInvisible(text).replace(/`/g, "'")}\``;
}

/** Joins names: `a`, `a and b`, `a, b and c`; beyond the maximum it says how many more there are. */
export function joinNames(
  names: readonly string[],
  conjunction: "and" | "or" = "and",
  maxNames = 8,
): string {
  const shownNames = names.slice(0, maxNames);
  const hiddenCount = names.length - shownNames.length;
  if (hiddenCount > 0)
    return `${shownNames.join(", ")} and ${hiddenCount} more`;
  const [lastName = ""] = shownNames.splice(-1);
  return shownNames.length === 0
    ? lastName
    : `${shownNames.join(", ")} ${conjunction} ${lastName}`;
}

/** Slug of a name for a folder: accents and apostrophes removed. */
export function toFolderName(text: string, maxLength: number): string {
  return toSlug(text.normalize("NFKD").replace(/['’]/g, ""), maxLength);
}
