/**
 * At most `limit` characters, ending at a line or sentence where one is near, else at a word, and
 * never inside of markup; an ellipsis tells that something was cut.
 */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = whole(text, limit - 2);
  const least = Math.max(limit / 2, limit - WINDOW);
  const end = ends(head)
    .filter((place) => place >= least)
    .find((place) => isClosed(head.slice(0, place)));
  return end === undefined
    ? cutAtWord(head.slice(0, lastClosed(head, least)), limit, true)
    : `${head.slice(0, end)} …`;
}

/** How far back an end is looked for. */
const WINDOW = 600;

/** The same for one line, which ends at a word. */
export function cutAtWord(text: string, limit: number, always = false): string {
  if (text.length <= limit && !always) return text;
  const head = whole(text, limit - 1);
  const atWord = head.replace(/\s+\S*$/, "");
  return `${(atWord.length > limit * 0.8 ? atWord : head).trimEnd()}…`;
}

/** Not half of a character. */
function whole(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/** Where sentences and lines end, the last one first; what announces something is no end. */
function ends(text: string): number[] {
  const places = [...text.matchAll(/[.!?][)"'*`]*(?=\s)|[^\s:](?=[ \t]*\n)/g)];
  return places
    .map((match) => match.index + match[0].length)
    .filter((place) => !OPENING.test(text.slice(0, place)))
    .reverse();
}

/** A heading, a label of a note, or what ends in a colon: something follows. */
const OPENING = /(^|\n)(#[^\n]*|\W*\[!\w+\])$|:\W*$/;

/** The end of the longest beginning in which no markup is open; of all, where that would be too short. */
function lastClosed(text: string, least: number): number {
  for (let end = text.length; end > least; end -= 1)
    if (/\s/.test(text[end] ?? " ") && isClosed(text.slice(0, end))) return end;
  return text.length;
}

/** Whether code, emphasis, links and tags are closed again. https://spec.commonmark.org/0.31.2/ */
function isClosed(text: string): boolean {
  const fences = text.split(/^[ \t]*(?:```|~~~)/m);
  if (fences.length % 2 === 0) return false;
  const prose = fences.filter((_, index) => index % 2 === 0).join("");
  const spans = prose.replace(/`[^`]*`/g, "");
  const isOpen = /`|\[[^\]]*$|\]\([^)]*$|<[a-z/!][^>]*$/i.test(spans);
  return !isOpen && spans.split("**").length % 2 === 1;
}
