/** List of values in a text. */
export interface ValueList {
  readonly values: readonly string[];
  /** True if the text says "one of", and nothing but the values follows. */
  readonly isExact: boolean;
}

/** Phrases behind which a text lists all values. */
const INTRODUCTION =
  /\b(?<exact>(?:must be |can be |is |set to |be set to )?(?:exactly |any )?one of(?: the following)?(?: values| options)?)|\b(?:(?:valid|possible|allowed|accepted|acceptable|supported|available|permitted|legal) (?:values|options|choices)(?: (?:are|include))?|either|(?:can|must|may|should) be(?: set to)?(?: either)?)\b/giu;

/** Value in code signs or quotes, or between dashes. */
const QUOTED =
  /`([^`\s]{1,60})`|"([^"\s]{1,60})"|“([^”\s]{1,60})”|'([\w.:-]{1,60})'/gu;

/** Words that say that a list isn't closed. */
const OPEN =
  /\b(?:such as|e\.g|for example|for instance|etc|and so on|including|among others|any of|unless|if|when|otherwise)\b|…|\.\.\./iu;

/** Words anywhere in a text that say that a value may be made of several. */
const COMBINED =
  /\b(?:separated by|(?:comma|space|pipe)[- ](?:separated|delimited)|multiple|combination|one or more)\b/iu;

/** Operators that combine values, as searches have them. */
const OPERATORS = /\b(?:AND|OR|NOT)\b/u;

/** Separators between the values of an exact list. */
const SEPARATORS = /^(?:[\s,;|/:]|\bor\b|\band\b|<br ?\/?>|[*-](?=\s))*$/iu;

/** Longest text that is searched, in characters. */
const MAX_TEXT = 4_000;

/** Values of an argument that a text lists as all that there are. Null if it lists none. */
export function findValueList(description: string): ValueList | null {
  const text = description.slice(0, MAX_TEXT).replace(/\([^()]{0,400}\)/gu, "");
  if (COMBINED.test(text)) return null;
  for (const match of text.matchAll(INTRODUCTION)) {
    const sentence = firstSentence(text.slice(match.index + match[0].length));
    const list = readList(sentence, match.groups?.["exact"] !== undefined);
    if (list !== null && !OPEN.test(sentence) && !OPERATORS.test(sentence))
      return list;
  }
  return null;
}

/** Text up to the end of its sentence; a dot inside a value ends none. */
function firstSentence(text: string): string {
  const [sentence = ""] = /^(?:[^.]|\.(?!\s|$))*/u.exec(text) ?? [];
  return sentence;
}

/** Reads the values of a sentence: those in quotes, or the words between commas behind a colon. */
function readList(sentence: string, isIntroducedExactly: boolean) {
  const matches = [...sentence.matchAll(QUOTED)];
  const values = matches.map((match) =>
    String(match.slice(1).find((group) => group !== undefined)),
  );
  // The first value begins the list; what comes before it names something else.
  const [first] = matches;
  if (values.length >= 2 && first !== undefined) {
    const lead = sentence.slice(0, first.index);
    if (
      !/^\W*(?:the\s+)?(?:following\W*)?(?:values\W*|strings?\W*|options\W*)?$/iu.test(
        lead,
      )
    )
      return null;
    const isExact =
      isIntroducedExactly && SEPARATORS.test(sentence.replace(QUOTED, ""));
    return { values: [...new Set(values)], isExact };
  }
  return readBareList(sentence.trim(), isIntroducedExactly);
}

/** Reads words separated by commas, and nothing else: `: asc, desc`. Behind "one of" they need no colon. */
function readBareList(
  text: string,
  isIntroducedExactly: boolean,
): ValueList | null {
  if (!text.startsWith(":") && !isIntroducedExactly) return null;
  const words = text
    .replace(/^:/, "")
    .split(/,|\||\bor\b/iu)
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return words.length >= 2 && words.every((word) => /^[\w-]+$/.test(word))
    ? { values: [...new Set(words)], isExact: isIntroducedExactly }
    : null;
}
