import type { Operation } from "../model.js";
import { isVerb } from "../words/annotations.js";
import { shortHash, singular } from "../words/naming.js";
import { USUAL } from "../words/own-id.js";

/** A word of a name, and what joins it to the word before: `_`, or nothing where a capital begins it. */
interface Word {
  readonly text: string;
  readonly joint: "_" | "";
}

/**
 * A name that is too long, in at most `maxLength` characters: its verb in front, or its HTTP method where it has no
 * verb, then what follows the verb, then what stood before it, and a hash of `seed`. `Controller` and repeated words
 * are left out first, then words from the middle. Nothing but the operation decides it.
 */
export function shortenName(
  name: string,
  operation: Operation,
  seed: string,
  maxLength: number,
): string {
  const method = operation.method.toLowerCase();
  const words = toWords(name).filter(({ text }) => !CONTROLLER.test(text));
  const at = findVerb(words, operation);
  const head: Word[] =
    at === -1 ? [{ text: method, joint: "" }] : words.slice(at, at + 1);
  const suffix = toSuffix(head[0]?.text ?? "", operation, seed);
  const room = maxLength - suffix.length;
  const seen = new Set(head.map(toStem));
  const dropRepeated = (part: readonly Word[]) =>
    part.filter((word) => seen.size < seen.add(toStem(word)).size);
  const after = dropRepeated(words.slice(at + 1));
  const before = dropRepeated(words.slice(0, Math.max(at, 0)));
  // What it led to has gone.
  while (PREPOSITION.test(before.at(-1)?.text ?? "")) before.pop();
  if (at === -1) separate(after);
  for (;;) {
    const text = toText([...head, ...after, ...separate(before)]);
    if (text.length <= room) return text + suffix;
    const part = before.length > 0 ? before : after;
    if (part.length > 1 || before.length > 0)
      dropMiddle(part, text.length - room);
    else return text.slice(0, room).replace(/(?<!_)_+$/, "") + suffix;
  }
}

/** A name with a hash of `seed` behind it, since another operation has the name; shortened where both don't fit. */
export function appendHash(
  name: string,
  operation: Operation,
  seed: string,
  maxLength: number,
): string {
  const [first] = toWords(name);
  const whole = name + toSuffix(first?.text ?? "", operation, seed);
  return whole.length <= maxLength
    ? whole
    : shortenName(name, operation, seed, maxLength);
}

/** The hash, behind the HTTP method where the first word of the name leaves it open: names that differ in their hash alone have one method. */
function toSuffix(first: string, { method }: Operation, seed: string): string {
  const word = first.toLowerCase();
  const methods = Object.keys(USUAL).filter((one) => USUAL[one]?.test(word));
  const isTold =
    word === method.toLowerCase() || methods.join() === method.toUpperCase();
  return `${isTold ? "" : `_${method.toLowerCase()}`}_${shortHash(seed)}`;
}

const PREPOSITION = /^(?:by|for|from|in|of|on|to|with)$/i;

/** Characters of the longest words. */
const LONGEST_WORD = 20;

/** The class that a framework puts in front of a method's name. */
const CONTROLLER = /^controllers?$/i;

function toWords(name: string): Word[] {
  return name.split("_").flatMap((part) =>
    part
      .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
      .filter(Boolean)
      .map((text, at): Word => ({ text, joint: at === 0 ? "_" : "" })),
  );
}

/**
 * Where the verb of a name stands; -1: it has none. In `UsersController_listAll` it begins the last part that begins
 * with one; in `users_list_all` it is the first word, else the method's usual verb, else any.
 */
function findVerb(words: readonly Word[], { method }: Operation): number {
  const isUsual = ({ text }: Word) =>
    USUAL[method]?.test(text.toLowerCase()) === true;
  const isAny = (word: Word) => isUsual(word) || isVerb(word.text);
  const [first] = words;
  if (words.some(({ joint }) => joint === "")) {
    const start = words.findLastIndex((one) => one.joint === "_" && isAny(one));
    if (start !== -1) return start;
  } else if (first && isAny(first) && !NOUN.test(first.text)) return 0;
  const usual = words.findIndex(isUsual);
  const at = usual === -1 ? words.findIndex(isAny) : usual;
  // `create_or_update` is one verb.
  const isSecond = /^(?:or|and)$/.test(words[at - 1]?.text ?? "");
  return isSecond && words.slice(at - 2, at - 1).some(isAny) ? at - 2 : at;
}

/** Verbs that may as well be what is listed or deleted. */
const NOUN =
  /^(?:comment|copy|export|format|import|link|order|post|query|queue|report|request|review|schedule|search|share|star|test|view|watch)$/i;

function toStem({ text }: Word): string {
  return singular(text.toLowerCase());
}

/** Lets the first word of a part stand apart from what is before the part. */
function separate(part: Word[]): Word[] {
  const [first] = part;
  if (first) part[0] = { ...first, joint: "_" };
  return part;
}

/**
 * Takes out one word from the middle, rather before the last one than after the first; an underscore shows the gap. Of
 * one that is too long for a word, as many characters go as are too many.
 */
function dropMiddle(part: Word[], excess: number): void {
  const at = Math.floor((part.length - 1) / 2);
  const { joint, text } = part[at] ?? { joint: "_", text: "" };
  if (text.length - excess >= LONGEST_WORD) {
    part[at] = { joint, text: text.slice(0, text.length - excess) };
    return;
  }
  part.splice(at, 1);
  const next = part[at];
  if (next) part[at] = { ...next, joint: "_" };
}

function toText([first, ...others]: readonly Word[]): string {
  return others.reduce(
    (text, word) => text + word.joint + word.text,
    first?.text ?? "",
  );
}
