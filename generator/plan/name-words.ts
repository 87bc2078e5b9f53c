import type { Operation } from "../model.js";
import { isVerb } from "../describe/annotations.js";
import { shortHash, toSingular } from "../describe/identifiers.js";
import { METHOD_VERBS } from "../describe/operation-id.js";

/** Word of a name, and its joint to the word before: `_`, or empty if a capital begins it. */
interface Word {
  readonly text: string;
  readonly joint: "_" | "";
}

/**
 * A name that is too long, in at most `maxLength` characters: its verb, or its HTTP method if it has no verb; the words
 * after the verb, the words before it, and a hash of `seed`. `Controller` and repeated words are left out first, then
 * words from the middle. Only the operation decides it.
 */
export function shortenName(
  name: string,
  operation: Operation,
  seed: string,
  maxLength: number,
): string {
  const method = operation.method.toLowerCase();
  const words = toWords(name).filter(({ text }) => !CONTROLLER.test(text));
  const verbIndex = findVerb(words, operation);
  const head: Word[] =
    verbIndex === -1
      ? [{ text: method, joint: "" }]
      : words.slice(verbIndex, verbIndex + 1);
  const suffix = toSuffix(head[0]?.text ?? "", operation, seed);
  const maxTextLength = maxLength - suffix.length;
  const seenStems = new Set(head.map(toStem));
  const dropRepeated = (part: readonly Word[]) =>
    part.filter((word) => seenStems.size < seenStems.add(toStem(word)).size);
  const wordsAfter = dropRepeated(words.slice(verbIndex + 1));
  const wordsBefore = dropRepeated(words.slice(0, Math.max(verbIndex, 0)));
  // A preposition at the end has lost its object.
  while (PREPOSITION.test(wordsBefore.at(-1)?.text ?? "")) wordsBefore.pop();
  if (verbIndex === -1) separate(wordsAfter);
  for (;;) {
    const text = toText([...head, ...wordsAfter, ...separate(wordsBefore)]);
    if (text.length <= maxTextLength) return text + suffix;
    const part = wordsBefore.length > 0 ? wordsBefore : wordsAfter;
    if (part.length > 1 || wordsBefore.length > 0)
      dropMiddle(part, text.length - maxTextLength);
    else return text.slice(0, maxTextLength).replace(/(?<!_)_+$/, "") + suffix;
  }
}

/** A name with a hash of `seed` at its end, since another operation has the name; shortened if both don't fit. */
export function appendHash(
  name: string,
  operation: Operation,
  seed: string,
  maxLength: number,
): string {
  const [firstWord] = toWords(name);
  const hashedName = name + toSuffix(firstWord?.text ?? "", operation, seed);
  return hashedName.length <= maxLength
    ? hashedName
    : shortenName(name, operation, seed, maxLength);
}

/**
 * The hash, after the HTTP method if the first word of the name does not give it: names that differ only in their hash
 * have one method.
 */
function toSuffix(
  firstWord: string,
  { method }: Operation,
  seed: string,
): string {
  const word = firstWord.toLowerCase();
  const methods = Object.keys(METHOD_VERBS).filter((usualMethod) =>
    METHOD_VERBS[usualMethod]?.test(word),
  );
  const isMethodClear =
    word === method.toLowerCase() || methods.join() === method.toUpperCase();
  return `${isMethodClear ? "" : `_${method.toLowerCase()}`}_${shortHash(seed)}`;
}

const PREPOSITION = /^(?:by|for|from|in|of|on|to|with)$/i;

/** Longest word, in characters. */
const MAX_WORD = 20;

/** Class name that a framework puts in front of a method's name. */
const CONTROLLER = /^controllers?$/i;

function toWords(name: string): Word[] {
  return name.split("_").flatMap((part) =>
    part
      .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
      .filter(Boolean)
      .map((text, index): Word => ({ text, joint: index === 0 ? "_" : "" })),
  );
}

/**
 * Index of the verb of a name; -1 if it has none. In `UsersController_listAll` it begins the last part that begins with
 * one; in `users_list_all` it is the first word, otherwise the method's usual verb, otherwise any.
 */
function findVerb(words: readonly Word[], { method }: Operation): number {
  const isUsual = ({ text }: Word) =>
    METHOD_VERBS[method]?.test(text.toLowerCase()) === true;
  const isVerbLike = (word: Word) => isUsual(word) || isVerb(word.text);
  const [firstWord] = words;
  if (words.some(({ joint }) => joint === "")) {
    const start = words.findLastIndex(
      (word) => word.joint === "_" && isVerbLike(word),
    );
    if (start !== -1) return start;
  } else if (firstWord && isVerbLike(firstWord) && !NOUN.test(firstWord.text))
    return 0;
  const usualIndex = words.findIndex(isUsual);
  const verbIndex =
    usualIndex === -1 ? words.findIndex(isVerbLike) : usualIndex;
  // `create_or_update` is one verb.
  const isAfterConjunction = /^(?:or|and)$/.test(
    words[verbIndex - 1]?.text ?? "",
  );
  return isAfterConjunction &&
    words.slice(verbIndex - 2, verbIndex - 1).some(isVerbLike)
    ? verbIndex - 2
    : verbIndex;
}

/** Verbs that may as well be nouns: the things that are listed or deleted. */
const NOUN =
  /^(?:comment|copy|export|format|import|link|order|post|query|queue|report|request|review|schedule|search|share|star|test|view|watch)$/i;

function toStem({ text }: Word): string {
  return toSingular(text.toLowerCase());
}

/** Separates the first word of a part by `_` from the word before the part. Changes the part. */
function separate(part: Word[]): Word[] {
  const [firstWord] = part;
  if (firstWord) part[0] = { ...firstWord, joint: "_" };
  return part;
}

/**
 * Takes out one word from the middle, rather before the last one than after the first; an underscore shows the gap. Of
 * one that is too long for a word, as many characters go as are too many.
 */
function dropMiddle(part: Word[], excess: number): void {
  const middleIndex = Math.floor((part.length - 1) / 2);
  const { joint, text } = part[middleIndex] ?? { joint: "_", text: "" };
  if (text.length - excess >= MAX_WORD) {
    part[middleIndex] = { joint, text: text.slice(0, text.length - excess) };
    return;
  }
  part.splice(middleIndex, 1);
  const wordAfter = part[middleIndex];
  if (wordAfter) part[middleIndex] = { ...wordAfter, joint: "_" };
}

function toText([firstWord, ...otherWords]: readonly Word[]): string {
  return otherWords.reduce(
    (text, word) => text + word.joint + word.text,
    firstWord?.text ?? "",
  );
}
