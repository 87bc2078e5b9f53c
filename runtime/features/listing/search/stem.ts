// Vowel and consonant sequences, [C](VC)^m[V] in https://tartarus.org/martin/PorterStemmer/def.txt
const C = "[^aeiou][^aeiouy]*";
const V = "[aeiouy][aeiou]*";
const MEASURE_POSITIVE = new RegExp(`^(${C})?${V}${C}`);
const MEASURE_ONE = new RegExp(`^(${C})?${V}${C}(${V})?$`);
const MEASURE_ABOVE_ONE = new RegExp(`^(${C})?${V}${C}${V}${C}`);
const HAS_VOWEL = new RegExp(`^(${C})?[aeiouy]`);
const SHORT_SYLLABLE = new RegExp(`^${C}[aeiouy][^aeiouwxy]$`);

/** Suffixes with their replacements, for words with enough letters before the suffix. */
const STEP_2_SUFFIXES = parseSuffixes(
  "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log",
);
const STEP_3_SUFFIXES = parseSuffixes(
  "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:",
);
const STEP_4_SUFFIX =
  /^(.+?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

function parseSuffixes(text: string): [suffix: string, replacement: string][] {
  return text
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]) // each has one colon
    .sort(([a], [b]) => b.length - a.length);
}

/** Returns the stem of an English word in lower case: the same for `repositories` and `repository`. */
export function stem(input: string): string {
  let word = input.replace(/(ss|i)es$/, "$1").replace(/([^s])s$/, "$1");
  word = removePastSuffix(word);
  if (word.endsWith("y") && HAS_VOWEL.test(word.slice(0, -1)))
    word = `${word.slice(0, -1)}i`;
  word = replaceSuffix(replaceSuffix(word, STEP_2_SUFFIXES), STEP_3_SUFFIXES);
  const base = STEP_4_SUFFIX.exec(word)?.[1];
  if (base !== undefined && MEASURE_ABOVE_ONE.test(base)) word = base;
  if (word.endsWith("e")) {
    const shortWord = word.slice(0, -1);
    if (
      MEASURE_ABOVE_ONE.test(shortWord) ||
      (MEASURE_ONE.test(shortWord) && !SHORT_SYLLABLE.test(shortWord))
    )
      word = shortWord;
  }
  return word.endsWith("ll") && MEASURE_ABOVE_ONE.test(word)
    ? word.slice(0, -1)
    : word;
}

/** Removes `-ed` and `-ing`. */
function removePastSuffix(word: string): string {
  if (word.endsWith("eed"))
    return MEASURE_POSITIVE.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const base = /^(.+?)(ed|ing)$/.exec(word)?.[1];
  if (base === undefined || !HAS_VOWEL.test(base)) return word;
  if (/(at|bl|iz)$/.test(base) || SHORT_SYLLABLE.test(base)) return `${base}e`;
  return /([^aeiouylsz])\1$/.test(base) ? base.slice(0, -1) : base;
}

function replaceSuffix(
  word: string,
  suffixes: [suffix: string, replacement: string][],
): string {
  const match = suffixes.find(([suffix]) => word.endsWith(suffix));
  if (!match) return word;
  const base = word.slice(0, word.length - match[0].length);
  return MEASURE_POSITIVE.test(base) ? base + match[1] : word;
}
