/** At most `limit` characters of plain text, ending with a sentence or line where one is near; else at a word, and an ellipsis tells that it goes on. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = whole(text, limit);
  const least = Math.max(limit / 2, limit - WINDOW);
  const end = ends(head, text).find((place) => place >= least);
  return end === undefined ? cutAtWord(head, limit, true) : head.slice(0, end);
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

/** Where sentences and lines end, the last one first; what announces something is no end, and nothing within code. */
function ends(head: string, text: string): number[] {
  const places = [
    ...head.matchAll(/[.!?][)"'*`]*(?=\s|$)|[^\s:](?=[ \t]*\n)|[。！？]/g),
  ];
  return places
    .map((match) => match.index + match[0].length)
    .filter(
      (place) =>
        /^(?:\s|$)/.test(text.slice(place, place + 1)) ||
        /[。！？]$/.test(head.slice(0, place)),
    )
    .filter((place) => !/:\W*$/.test(head.slice(0, place)))
    .filter((place) => head.slice(0, place).split("`").length % 2 === 1)
    .reverse();
}
