import { cutAt } from "../shared/slug.js";
import { remembering } from "../shared/memoize.js";

/** Where a sentence may end: https://www.unicode.org/reports/tr29/#Sentence_Boundaries, simplified. */
const END = /[.!?]["')\]”’]*(?=\s|$)|[。！？]/g;

/** What ends in a full stop and goes on. */
const SHORT =
  /(?:^|[\s("])(?:e\.g|i\.e|vs|cf|no|approx|incl|resp|dr|mr|mrs|st|eg|ie)\.$/i;

/** The sentences of one paragraph. Code and what goes on in lower case is not broken up. */
export const sentencesOf = remembering((text): readonly string[] => {
  const found: string[] = [];
  let from = 0;
  let quotes = 0;
  let read = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    for (; read < end; read += 1) if (text[read] === "`") quotes += 1;
    const next = text.slice(end, end + 3).trimStart();
    if (quotes % 2 === 1 || /^\p{Ll}/u.test(next)) continue;
    if (SHORT.test(text.slice(Math.max(from, end - 8), end))) continue;
    found.push(text.slice(from, end).trim());
    from = end;
  }
  const rest = text.slice(from).trim();
  return rest === "" ? found : [...found, rest];
});

/** Sentences as one text again. */
export function together(sentences: readonly string[]): string {
  return sentences.reduce(
    (all, one) =>
      all === "" ? one : all + (ITEM.test(one) ? "\n" : " ") + one,
    "",
  );
}

/** Paragraphs without line breaks; a list stands with the line that announces it, an item a line. */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split("\n").map((line) => line.trim());
    const joined = lines.reduce((all, line) => {
      const isApart = all === "" || ITEM.test(line);
      return isApart ? `${all}\n${line}` : `${all} ${line}`;
    }, "");
    const last = paragraphs.at(-1) ?? "";
    const goesOn =
      last.endsWith(":") || (ITEM.test(joined.trim()) && LIST.test(last));
    if (goesOn) paragraphs.push(`${paragraphs.pop() ?? ""}\n${joined.trim()}`);
    else if (joined.trim() !== "") paragraphs.push(joined.trim());
  }
  return paragraphs;
}

/** What leads to a page is nothing without its link, and a request is not the reader's to send. */
export const POINTER =
  /^(?:For (?:more|further|additional) (?:information|details|info)|Learn more|Read more|See also|To learn more|More information)\b|^To .{1,200}, (?:send|make|issue) an? `?(?:GET|POST|PUT|PATCH|DELETE|HEAD)`? request\b/i;

const ITEM = /^(?:[-*+•|]|\d{1,3}[.)])\s/;
const LIST = /:\n(?:[-*+•|]|\d{1,3}[.)])\s/;

/** Longest description of a tool, with its examples, or of one argument: clients cut off what comes after in silence, or refuse it. In characters. */
export const MAX_DESCRIPTION = 1024;

/** At most `limit` characters of plain text, ending with a sentence or line where one is near; else at a word, and an ellipsis tells that it goes on. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = cutAt(text, limit);
  const least = Math.max(limit / 2, limit - WINDOW);
  const end = [...head.matchAll(PLACE)]
    .map((match) => match.index + match[0].length)
    .findLast((place) => place >= least && isEnd(text, place));
  return end === undefined ? cutAtWord(head, limit, true) : head.slice(0, end);
}

/** How far back an end is looked for. */
const WINDOW = 600;

/** The same for one line, which ends at a word. */
export function cutAtWord(text: string, limit: number, always = false): string {
  if (text.length <= limit && !always) return text;
  const head = cutAt(text, limit - 1);
  const atWord = head.replace(/\s+\S*$/, "");
  return `${(atWord.length > limit * 0.8 ? atWord : head).trimEnd()}…`;
}

/** Where a sentence or line may end. */
const PLACE = /[.!?][)"'*`]*(?=\s|$)|[^\s:](?=[ \t]*\n)|[。！？]/g;

/** Whether one does; what announces something is no end, and nothing within code. */
function isEnd(text: string, place: number): boolean {
  const before = text.slice(0, place);
  const isWhole = /^\s?$/.test(text.charAt(place)) || /[。！？]$/.test(before);
  const isCode = before.split("`").length % 2 === 0;
  return isWhole && !isCode && !/:\W*$/.test(before);
}
