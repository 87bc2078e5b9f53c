import { truncateAt } from "../shared/slug.js";
import { findEnclosures } from "./enclosures.js";
import { memoize } from "../shared/memoize.js";

/** Punctuation that may end a sentence: https://www.unicode.org/reports/tr29/#Sentence_Boundaries, simplified. */
const SENTENCE_END = /[.!?]["')\]”’]*(?=\s|$)|[。！？]/g;

/** Abbreviations, whose full stop doesn't end a sentence. */
const ABBREVIATION =
  /(?:^|[\s("])(?:e\.g|i\.e|vs|cf|no|approx|incl|resp|dr|mr|mrs|st|eg|ie)\.$/i;

/** Sentences of one paragraph. Code isn't broken up, nor what stands in brackets or quotation marks, nor is a sentence ended before a lower-case letter. */
export const sentencesOf = memoize((text): readonly string[] => {
  const sentences: string[] = [];
  let start = 0;
  let backticks = 0;
  let position = 0;
  const isEnclosed = createEnclosureTest(text);
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    for (; position < end; position += 1)
      if (text[position] === "`") backticks += 1;
    const nextText = text.slice(end, end + 3).trimStart();
    if (backticks % 2 === 1 || isEnclosed(end)) continue;
    if (/^\p{Ll}/u.test(nextText)) continue;
    if (ABBREVIATION.test(text.slice(Math.max(start, end - 8), end))) continue;
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  const lastSentence = text.slice(start).trim();
  return lastSentence === "" ? sentences : [...sentences, lastSentence];
});

/** Test if a position is between brackets or quotation marks. It is asked from the first position of a text to the last. */
function createEnclosureTest(text: string): (position: number) => boolean {
  const enclosures = findEnclosures(text);
  let current = 0;
  return (position) => {
    while ((enclosures[current]?.end ?? Infinity) < position) current += 1;
    return (enclosures[current]?.start ?? Infinity) < position;
  };
}

/** Text of several sentences, items of a list on separate lines. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (text, sentence) =>
      text === ""
        ? sentence
        : LIST_ITEM.test(sentence)
          ? `${text}\n${sentence}`
          : joinTexts([text, sentence]),
    "",
  );
}

/** Texts one behind the other, with a blank between two unless the script of the first has none. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .filter(Boolean)
    .reduce(
      (joinedText, text) =>
        joinedText === "" || FULL_WIDTH_END.test(joinedText)
          ? joinedText + text
          : `${joinedText} ${text}`,
      "",
    );
}

/** Text that ends as a sentence does, with the full stop of its script. */
export function endSentence(text: string): string {
  if (/[.!?:。！？：]$/.test(text) || text === "") return text;
  if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー）」』】]$/u.test(text))
    return `${text}。`;
  return /\p{sc=Deva}$/u.test(text) ? `${text}।` : `${text}.`;
}

/** Text without the full stop at its end. */
export function dropFullStop(text: string): string {
  return text.replace(/[.。।]$/, "");
}

const FULL_WIDTH_END = /[。！？：]$/;

/** Paragraphs of a text, without line breaks. A list belongs to the line that announces it, each item on its own line. */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split("\n").map((line) => line.trim());
    const joinedBlock = lines.reduce((blockText, line) => {
      const isApart = blockText === "" || LIST_ITEM.test(line);
      return isApart ? `${blockText}\n${line}` : `${blockText} ${line}`;
    }, "");
    const lastParagraph = paragraphs.at(-1) ?? "";
    const isContinued =
      lastParagraph.endsWith(":") ||
      (LIST_ITEM.test(joinedBlock.trim()) && LIST_START.test(lastParagraph));
    if (isContinued)
      paragraphs.push(`${paragraphs.pop() ?? ""}\n${joinedBlock.trim()}`);
    else if (joinedBlock.trim() !== "") paragraphs.push(joinedBlock.trim());
  }
  return paragraphs;
}

/** Sentences that a model can't follow: pointers to a page, whose link is gone, and requests to send, which aren't its to send. */
export const CROSS_REFERENCE =
  /^(?:For (?:more|further|additional) (?:information|details|info)|Learn more|Read more|See also|To learn more|More information)\b|^To .{1,200}, (?:send|make|issue) an? `?(?:GET|POST|PUT|PATCH|DELETE|HEAD)`? request\b/i;

const LIST_ITEM = /^(?:[-*+•|]|\d{1,3}[.)])\s/;
const LIST_START = /:\n(?:[-*+•|]|\d{1,3}[.)])\s/;

/** Longest description of a tool with its examples, or of one argument, in characters. Clients silently cut off the rest, or refuse the tool. */
export const MAX_DESCRIPTION = 1024;

/**
 * Truncates plain text to `limit` characters, at the end of a sentence or line if one is near, otherwise at a word with
 * an ellipsis.
 */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = truncateAt(text, limit);
  const minLength = Math.max(limit / 2, limit - SEARCH_WINDOW);
  const isEnclosed = createEnclosureTest(text);
  const end = [...head.matchAll(POSSIBLE_END)]
    .map((match) => match.index + match[0].length)
    .filter((position) => !isEnclosed(position))
    .findLast((position) => position >= minLength && isEnd(text, position));
  return end === undefined
    ? truncateAtWord(head, limit, true)
    : head.slice(0, end);
}

/** Characters before the limit in which an end is searched. */
const SEARCH_WINDOW = 600;

/** Truncates one line at a word, with an ellipsis. `always`: even if it fits. */
export function truncateAtWord(
  text: string,
  limit: number,
  always = false,
): string {
  if (text.length <= limit && !always) return text;
  const head = truncateAt(text, limit - 1);
  const wordHead = head.replace(/\s\S*$/, "").trimEnd();
  return `${(wordHead.length > limit * 0.8 ? wordHead : head).trimEnd()}…`;
}

/** Positions at which a sentence or line may end. */
const POSSIBLE_END = /[.!?][)"'*`]*(?=\s|$)|[^\s:](?=[ \t]*\n)|[。！？]/g;

/**
 * True if a sentence or line ends at the position. A colon, which announces a list, is not an end, nor is anything
 * within code.
 */
function isEnd(text: string, position: number): boolean {
  const textBefore = text.slice(0, position);
  const isAtBreak =
    /^\s?$/.test(text.charAt(position)) || /[。！？]$/.test(textBefore);
  const isCode = textBefore.split("`").length % 2 === 0;
  return isAtBreak && !isCode && !/:[^\w:]*$/.test(textBefore);
}
