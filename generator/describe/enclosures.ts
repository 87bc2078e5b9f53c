/** Part of a text between brackets or quotation marks: the indexes of the opening and of the closing one. */
export interface Enclosure {
  readonly start: number;
  readonly end: number;
}

/** Closing mark by its opening one. */
const CLOSERS: Readonly<Record<string, string>> = {
  "(": ")",
  "[": "]",
  "{": "}",
  "“": "”",
  "‘": "’",
  "«": "»",
  "（": "）",
  "［": "］",
  "「": "」",
  "『": "』",
  "【": "】",
  "〈": "〉",
  "《": "》",
};
const OPENERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CLOSERS).map(([opener, closer]) => [closer, opener]),
);

/**
 * Outermost enclosures of a text, in their order. A mark that is not closed on its line encloses nothing; code has no
 * marks. Passes over the text once.
 */
export function findEnclosures(text: string): Enclosure[] {
  const enclosures: Enclosure[] = [];
  let openMarks: { readonly mark: string; readonly index: number }[] = [];
  let openCounts = new Map<string, number>();
  let isCode = false;
  const pushMark = (mark: string, index: number) => {
    openMarks.push({ mark, index });
    openCounts.set(mark, (openCounts.get(mark) ?? 0) + 1);
  };
  const closeMark = (mark: string, end: number) => {
    // Marks that were opened in between and not closed enclose nothing.
    for (;;) {
      const lastMark = openMarks.pop();
      if (lastMark === undefined) return;
      openCounts.set(lastMark.mark, (openCounts.get(lastMark.mark) ?? 1) - 1);
      if (lastMark.mark !== mark) continue;
      enclosures.push({ start: lastMark.index, end });
      return;
    }
  };
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (mark === "`") isCode = !isCode;
    else if (mark === "\n") {
      openMarks = [];
      openCounts = new Map();
    } else if (isCode) continue;
    else if (mark in CLOSERS) pushMark(mark, index);
    else {
      const opener = OPENERS[mark] ?? mark;
      const isOpen = (openCounts.get(opener) ?? 0) > 0;
      // An apostrophe stands before a letter.
      const isClosing = !QUOTE.test(mark) || !WORD.test(text.charAt(index + 1));
      if (isOpen && isClosing) closeMark(opener, index);
      else if (opener === mark && !WORD.test(text.charAt(index - 1)))
        pushMark(mark, index);
    }
  }
  return keepOutermost(enclosures);
}

const MARK = /[`\n"'()[\]{}“”‘’«»（）［］「」『』【】〈〉《》]/g;
const QUOTE = /["'’]/;
const WORD = /[\p{L}\p{N}]/u;

function keepOutermost(enclosures: readonly Enclosure[]): Enclosure[] {
  const outermost: Enclosure[] = [];
  for (const enclosure of [...enclosures].sort((a, b) => a.start - b.start))
    if (enclosure.start > (outermost.at(-1)?.end ?? -1))
      outermost.push(enclosure);
  return outermost;
}
