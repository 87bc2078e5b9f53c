import { prose } from "../describe/markdown-to-text.js";
import { cutAtWord } from "../describe/sentences.js";
import { slug } from "../shared/slug.js";
import { visible } from "../shared/escape.js";

/** Characters of one quote. */
const MAX_QUOTE = 200;

/** Words of a document on one line, within quotes that they can't end: whatever they say is said by the document. */
export function quote(text: string, most = MAX_QUOTE): string {
  return `“${oneLine(text, most).replace(/[“”]/g, '"')}”`;
}

/** The same as a paragraph of its own, which the page marks as quoted. What Markdown would take for markup is none. */
export function oneLine(text: string, most = MAX_QUOTE): string {
  const line = prose(text).replace(/\s+/g, " ").trim();
  return cutAtWord(visible(line), most)
    .replaceAll("`", "'")
    .replace(LIVE, "\\$&");
}

/** What Markdown takes for markup within a line, and the backslash that would take the one before it away. https://spec.commonmark.org/0.31.2/#backslash-escapes */
const LIVE =
  /[\\<*[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|&(?=#?\w{1,31};)/gu;

/** A name, a call or a URI as code, which nothing in it can end. */
export function code(text: string): string {
  return `\`${visible(text).replace(/`/g, "'")}\``;
}

/** `a`, `a and b`, `a, b and c`; of many, how many more there are. */
export function series(
  all: readonly string[],
  word: "and" | "or" = "and",
  most = 8,
): string {
  const shown = all.slice(0, most);
  const rest = all.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  const [last = ""] = shown.splice(-1);
  return shown.length === 0 ? last : `${shown.join(", ")} ${word} ${last}`;
}

/** Words of a name as a folder has them. */
export function folderName(text: string, longest: number): string {
  return slug(text.normalize("NFKD").replace(/['’]/g, ""), longest);
}
