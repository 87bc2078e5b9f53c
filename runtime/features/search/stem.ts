// A vowel and what follows, a consonant and what follows: [C](VC)^m[V] of https://tartarus.org/martin/PorterStemmer/def.txt
const C = "[^aeiou][^aeiouy]*";
const V = "[aeiouy][aeiou]*";
const SOME = new RegExp(`^(${C})?${V}${C}`);
const ONE = new RegExp(`^(${C})?${V}${C}(${V})?$`);
const MORE = new RegExp(`^(${C})?${V}${C}${V}${C}`);
const HAS_VOWEL = new RegExp(`^(${C})?[aeiouy]`);
const SHORT = new RegExp(`^${C}[aeiouy][^aeiouwxy]$`);

/** Suffixes and what takes their place, where enough stands before them. */
const SECOND = pairs(
  "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log",
);
const THIRD = pairs("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:");
const LAST =
  /^(.+?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

function pairs(text: string): [suffix: string, by: string][] {
  return text
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]) // each has one colon
    .sort(([a], [b]) => b.length - a.length);
}

/** The stem of an English word in lower case: `repositories` and `repository` have one. */
export function stem(given: string): string {
  let word = given.replace(/(ss|i)es$/, "$1").replace(/([^s])s$/, "$1");
  word = withoutPast(word);
  if (word.endsWith("y") && HAS_VOWEL.test(word.slice(0, -1)))
    word = `${word.slice(0, -1)}i`;
  word = replaced(replaced(word, SECOND), THIRD);
  const base = LAST.exec(word)?.[1];
  if (base !== undefined && MORE.test(base)) word = base;
  if (word.endsWith("e")) {
    const bare = word.slice(0, -1);
    if (MORE.test(bare) || (ONE.test(bare) && !SHORT.test(bare))) word = bare;
  }
  return word.endsWith("ll") && MORE.test(word) ? word.slice(0, -1) : word;
}

/** Without `-ed` and `-ing`. */
function withoutPast(word: string): string {
  if (word.endsWith("eed"))
    return SOME.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const base = /^(.+?)(ed|ing)$/.exec(word)?.[1];
  if (base === undefined || !HAS_VOWEL.test(base)) return word;
  if (/(at|bl|iz)$/.test(base) || SHORT.test(base)) return `${base}e`;
  return /([^aeiouylsz])\1$/.test(base) ? base.slice(0, -1) : base;
}

function replaced(word: string, by: [suffix: string, by: string][]): string {
  const found = by.find(([suffix]) => word.endsWith(suffix));
  if (!found) return word;
  const base = word.slice(0, word.length - found[0].length);
  return SOME.test(base) ? base + found[1] : word;
}
