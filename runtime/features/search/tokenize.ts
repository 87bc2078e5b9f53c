import { stem } from "./stem.js";

/** Reads the words of texts but for some, and knows again what it has read: texts of arguments are often the same. */
export function createTokenizer(
  without: ReadonlySet<string>,
): (text: string) => string[] {
  const texts = new Map<string, string[]>();
  const pieces = new Map<string, string[]>();
  const read = (piece: string) =>
    wordsIn(piece).filter((word) => !without.has(word));
  return (text) =>
    kept(texts, text, () =>
      piecesOf(text).flatMap((piece) => kept(pieces, piece, () => read(piece))),
    );
}

function kept(
  known: Map<string, string[]>,
  text: string,
  read: () => string[],
): string[] {
  const words = known.get(text) ?? read();
  known.set(text, words);
  return words;
}

/**
 * The words of a text as they are looked up: parts of names apart, without accents, and English ones as their stems.
 * Scripts without blanks between words are read by two characters.
 */
export function tokenize(text: string): string[] {
  return piecesOf(text).flatMap(wordsIn);
}

/** What stands between blanks and signs. */
function piecesOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
}

function wordsIn(piece: string): string[] {
  const parts = piece
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]s?$/, "")
    .replace(/(\p{Ll}|\d)(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$2 ")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (parts ?? []).flatMap((part) =>
    UNSPACED.test(part) ? pairsOf(part) : stemOf(part),
  );
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

function pairsOf(text: string): string[] {
  const signs = [...text];
  if (signs.length === 1) return signs;
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}

/** Of English words alone. */
function stemOf(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stem(word) : word;
}

/** One is the beginning of the other, or they differ in one letter: what is mistyped, or put together. */
export function areSimilar(a: string, b: string): boolean {
  const [short = "", long = ""] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 4) return false;
  if (long.startsWith(short)) return true;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  const rest = short.slice(same + (short.length === long.length ? 1 : 0));
  return long.slice(same + 1) === rest;
}
