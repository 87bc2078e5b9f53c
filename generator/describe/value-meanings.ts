import { looseKey, toWords } from "./identifiers.js";

/** Values that a schema lists, for texts beside it. */
export interface ListedValues {
  /** Values and their words, by `looseKey`. */
  readonly keys: ReadonlySet<string>;
}

/** Most values that are explained. A longer list, such as all countries, a model knows. */
export const MAX_MEANINGS = 20;

/** Longest line of a list that is searched, in characters. */
const MAX_LINE = 300;

export function toListedValues(values: readonly unknown[]): ListedValues {
  const texts = values.map(String);
  const words = texts.flatMap((text) => toWords(text).split(" "));
  return { keys: new Set([...texts, ...words].map(looseKey)) };
}

/** True if a text holds nothing but values that its schema lists, and words that announce them: it says what the schema says. */
export function holdsOnlyValues(text: string, { keys }: ListedValues): boolean {
  const tokens = text.match(TOKEN) ?? [];
  return tokens.every((token) => {
    const key = looseKey(token);
    return key === "" || keys.has(key) || ANNOUNCING_WORD.test(key);
  });
}

/** True if a sentence is short and about a listed value: "`all` means all of them." */
export function explainsValue(
  sentence: string,
  { keys }: ListedValues,
): boolean {
  const [, subject = ""] = SUBJECT.exec(sentence) ?? [];
  return sentence.length <= MAX_EXPLANATION && keys.has(looseKey(subject));
}

/** Longest sentence on a value that is kept, in characters. */
const MAX_EXPLANATION = 140;
const SUBJECT = /^([`"“'][^`"”'\n]+[`"”'])/;
const TOKEN = /`[^`\n]+`|"[^"\n]+"|[\p{L}\p{M}\p{N}_./:+-]+/gu;
const ANNOUNCING_WORD =
  /^(?:accepted|acceptable|accepts?|allowed|and|any|are|available|be|can|choices?|currently|defaults?|either|enum|exactly|following|from|if|include|is|it|may|must|not|of|omitted|one|only|options?|or|permitted|possible|set|should|supported|specified|th(?:e|ese|is)|to|unset|valid|values?)$/;

/** Items of a list that explain a value, not only repeat it, as Django REST, protoc and .NET list choices. Empty if there are more than `MAX_MEANINGS`. */
export function extractMeanings(text: string, values: ListedValues): string[] {
  const meanings = text
    // A further line of an item is indented.
    .replace(/\n {2,}(?![-*•+ ])/g, " ")
    .split("\n")
    .filter((line) => line.length <= MAX_LINE && isMeaning(line, values));
  return meanings.length > MAX_MEANINGS
    ? []
    : meanings.map((line) => line.trim());
}

function isMeaning(line: string, { keys }: ListedValues): boolean {
  const [, markedValue, markedLabel = ""] = MEANING.exec(line) ?? [];
  if (markedValue !== undefined)
    return looseKey(markedValue) !== looseKey(markedLabel);
  const [, value = "", label = ""] = ITEM.exec(line) ?? [];
  return (
    keys.has(looseKey(value)) &&
    looseKey(label) !== "" &&
    looseKey(value) !== looseKey(label)
  );
}

/** Item with a value in a form of its own, and its meaning: "* `paid` - All of it", "- KIND_A: The first.", "1 = Paid". */
const MEANING =
  /^(?: ?[*-] (?=`[^`\n]+` ?[-:]|[A-Z][A-Z\d_]+:)|(?=-?\d+ ?[=-] ))`?([^`:=\n]+?)`?(?:\s*:| ?[=-]) ([^]+)$/;

/** Item with anything and what is said of it. */
const ITEM = /^\s*[*•+-] [`"']?([^`"':=–—(]+?)[`"']? ?(?:[:=–—(]|- )\s?([^]+)$/;
