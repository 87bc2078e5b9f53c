import { stem } from "./stem.js";

/** Creates a tokenizer that leaves out stop words and caches strings, since many arguments have the same description. */
export function createTokenizer(
  stopWords: ReadonlySet<string>,
): (text: string) => string[] {
  const wordsByText = new Map<string, string[]>();
  const wordsByPiece = new Map<string, string[]>();
  const readPiece = (piece: string) =>
    listWords(piece).filter((word) => !stopWords.has(word));
  return (text) =>
    getOrRead(wordsByText, text, () =>
      splitPieces(text).flatMap((piece) =>
        getOrRead(wordsByPiece, piece, () => readPiece(piece)),
      ),
    );
}

function getOrRead(
  cache: Map<string, string[]>,
  text: string,
  readWords: () => string[],
): string[] {
  const words = cache.get(text) ?? readWords();
  cache.set(text, words);
  return words;
}

/**
 * Splits a text into search words: splits camel case, removes accents, and stems English words. Scripts without spaces
 * are split into pairs of characters.
 */
export function tokenize(text: string): string[] {
  return splitPieces(text).flatMap(listWords);
}

/** Splits a text at spaces and punctuation. */
function splitPieces(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
}

function listWords(piece: string): string[] {
  const parts = piece
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]s?$/, "")
    .replace(/(\p{Ll}|\d)(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$2 ")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (parts ?? []).flatMap((part) =>
    UNSPACED.test(part) ? toBigrams(part) : toStem(part),
  );
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

function toBigrams(text: string): string[] {
  const signs = [...text];
  if (signs.length === 1) return signs;
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}

/** Stems English words; returns other words unchanged. */
function toStem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stem(word) : word;
}

/** True if one word begins with the other or differs in one letter, as with typing errors and compounds. */
export function areSimilar(a: string, b: string): boolean {
  const [shortWord = "", longWord = ""] = a.length < b.length ? [a, b] : [b, a];
  if (shortWord.length < 4) return false;
  if (longWord.startsWith(shortWord)) return true;
  let prefixLength = 0;
  while (
    prefixLength < shortWord.length &&
    shortWord[prefixLength] === longWord[prefixLength]
  )
    prefixLength += 1;
  const suffix = shortWord.slice(
    prefixLength + (shortWord.length === longWord.length ? 1 : 0),
  );
  return longWord.slice(prefixLength + 1) === suffix;
}
