/** Minimum length of a secret; shorter ones are likely to be words of the text. */
const MIN_SECRET_LENGTH = 8;
/** Length of the word of a secret that a text has to contain before it is searched for all spellings. */
const WORD_LENGTH = 32;

/**
 * Creates a function that removes secrets from text, also if JSON, forms or URLs escape them, any number of times. The
 * list of `secrets` may grow. Time is in proportion to the text, whatever the secrets and the text are.
 */
export function createRedactor(
  secrets: () => readonly string[],
): (text: string) => string {
  let entries: readonly { secret: string; word: string }[] = [];
  return (text) => {
    const longSecrets = secrets().filter(
      ({ length }) => length >= MIN_SECRET_LENGTH,
    );
    const isCurrent =
      longSecrets.length === entries.length &&
      entries.every(({ secret }, index) => secret === longSecrets[index]);
    if (!isCurrent)
      entries = longSecrets.map((secret) => ({
        secret,
        word: findLongestWord(secret).slice(0, WORD_LENGTH),
      }));
    const candidates = entries.filter(({ word }) => text.includes(word));
    if (candidates.length === 0) return text;
    return redactText(
      text,
      candidates.map(({ secret }) => secret),
    );
  };
}

/** Finds the longest run of letters, digits and `_`, which each spelling contains unchanged. */
function findLongestWord(secret: string): string {
  const words = secret.match(/\w+/g) ?? [];
  return words.reduce((a, b) => (b.length > a.length ? b : a), "");
}

/** Replaces each secret; those that overlap become one. */
function redactText(text: string, secrets: readonly string[]): string {
  /** End of the longest secret that begins at each position. */
  const ends = new Int32Array(text.length);
  const mark: Mark = (start, end) => {
    if (end > (ends[start] ?? 0)) ends[start] = end;
  };
  let folded: Folded | undefined;
  for (const secret of new Set(secrets)) {
    const core = findCore(secret);
    for (const spelling of core ? [secret] : listSpellings(secret))
      findEnds(spelling, text, (end) => mark(end - spelling.length, end));
    if (core) markFolded(core, text, (folded ??= foldEscapes(text)), mark);
  }
  let redactedText = "";
  let position = 0;
  for (let start = 0; start < text.length; start += 1) {
    let end = ends[start] ?? 0;
    if (end === 0) continue;
    redactedText += `${text.slice(position, start)}[redacted]`;
    for (; start + 1 < end; start += 1)
      end = Math.max(end, ends[start + 1] ?? 0);
    position = end;
  }
  return redactedText + text.slice(position);
}

type Mark = (start: number, end: number) => void;

/** Lists the usual spellings of a secret: plain, and in JSON, forms and URLs. */
function listSpellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  return [...new Set([secret, json, form, form.replaceAll("+", "%20")])];
}

/**
 * A secret divided so that its middle is the same in the folded form of each text. Text before it may take digits of
 * its start (`%4` before `1…`), and text after it may complete its end (`41` after `…%`).
 */
interface Core {
  /** Hexadecimal digits, and the `u` of `\u`, at the start, which nothing escapes. */
  readonly prefix: string;
  /** Folded middle. */
  readonly middle: string;
  /** Folded beginning of an escape at the end. */
  readonly suffix: string;
  /** True if the secret ends with backslashes, which have no folded form. */
  readonly endsInBackslash: boolean;
}

/** Minimum length of a folded secret; a shorter one, such as that of eight backslashes, is likely to be other text. */
const MIN_FOLDED_LENGTH = 6;

/** Divides a secret. Returns undefined if it has one spelling only, or is too short in its folded form. */
function findCore(secret: string): Core | undefined {
  const [prefix = ""] = /^[\da-fA-Fu]*/.exec(secret) ?? [];
  const { text } = foldEscapes(secret.slice(prefix.length));
  const isShort = prefix.length + text.length < MIN_FOLDED_LENGTH;
  if (isShort || text === "" || /^\w*$/.test(secret)) return undefined;
  const suffixStart = text.search(/(?:%[\da-fA-F]?|u[\da-fA-F]{0,3})$/);
  const middleEnd = suffixStart > 0 ? suffixStart : text.length;
  return {
    prefix,
    middle: text.slice(0, middleEnd),
    suffix: text.slice(middleEnd),
    endsInBackslash: secret.endsWith("\\"),
  };
}

/** Marks each place of a text whose folded form contains a core. */
function markFolded(
  { endsInBackslash, middle, prefix, suffix }: Core,
  text: string,
  folded: Folded,
  mark: Mark,
): void {
  const prefixEnds = new Uint8Array(prefix === "" ? 0 : text.length + 1);
  findEnds(prefix, text, (end) => (prefixEnds[end] = 1));
  findEnds(middle, folded.text, (middleEnd) => {
    const start = folded.starts[middleEnd - middle.length] ?? 0;
    if (prefixEnds[start] === 0) return;
    const foldedEnd = findSuffixEnd(suffix, folded, middleEnd);
    if (foldedEnd === undefined) return;
    const end = folded.starts[foldedEnd] ?? text.length;
    mark(
      start - prefix.length,
      endsInBackslash ? skipBackslashes(text, end) : end,
    );
  });
}

/**
 * Returns the position behind a suffix, or behind the character of which it is a part. Returns undefined if something
 * else follows.
 */
function findSuffixEnd(
  suffix: string,
  { starts, text }: Folded,
  start: number,
): number | undefined {
  let end = start;
  while (end < start + suffix.length && text[end] === suffix[end - start])
    end += 1;
  if (end === start + suffix.length) return end;
  const characterStart = starts[end] ?? 0;
  while (starts[end] === characterStart) end += 1; // all its bytes
  const isEscape = (starts[end] ?? 0) - characterStart > 1;
  return isEscape ? end : undefined;
}

function skipBackslashes(text: string, start: number): number {
  const pattern = /(?:\\|%(?:25)*5[cC]|u005[cC])*/y;
  pattern.lastIndex = start;
  pattern.test(text);
  return pattern.lastIndex;
}

/**
 * Finds the end of each occurrence of a pattern, those that overlap as well, by the algorithm of Knuth, Morris and
 * Pratt: `indexOf` takes quadratic time for some patterns. https://en.wikipedia.org/wiki/Knuth–Morris–Pratt_algorithm
 */
function findEnds(
  pattern: string,
  text: string,
  onEnd: (end: number) => void,
): void {
  if (pattern === "") return;
  const borders = new Int32Array(pattern.length);
  /** Returns the length of the longest beginning of the pattern that ends in this unit. */
  function extend(border: number, unit: number): number {
    let length = border;
    while (length > 0 && pattern.charCodeAt(length) !== unit)
      length = borders[length - 1] ?? 0;
    return pattern.charCodeAt(length) === unit ? length + 1 : length;
  }
  let length = 0;
  for (let index = 1; index < pattern.length; index += 1) {
    length = extend(length, pattern.charCodeAt(index));
    borders[index] = length;
  }
  length = 0;
  for (let index = 0; index < text.length; index += 1) {
    length = extend(length, text.charCodeAt(index));
    if (length < pattern.length) continue;
    onEnd(index + 1);
    length = borders[length - 1] ?? 0;
  }
}

/** Text without escapes. */
interface Folded {
  /** Bytes of UTF-8, one a character. */
  readonly text: string;
  /** Start of each byte in the original text, or of the backslashes before it; after them the end of the text. */
  readonly starts: Int32Array;
}

/** Characters that folding replaces: a form's blank, and those that JSON writes as a letter after a backslash. */
const FOLDED_CHARACTERS = new Map([
  ["+", " "],
  ["\b", "b"],
  ["\t", "t"],
  ["\n", "n"],
  ["\f", "f"],
  ["\r", "r"],
]);
const FOLDED_CODES = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  return (FOLDED_CHARACTERS.get(character) ?? character).charCodeAt(0);
});
/** Values of hexadecimal digits by their code; -1 for other characters. */
const HEX_DIGITS = Int8Array.from({ length: 0x100 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? -1 : digit;
});

/**
 * Folds all spellings of a text to one: decodes `%2f` and `u002f` until none is left, drops backslashes, and writes a
 * blank for `+`.
 */
function foldEscapes(original: string): Folded {
  const size = Buffer.byteLength(original);
  const bytes = Buffer.alloc(size);
  const starts = new Int32Array(size + 1);
  let length = 0;
  /** Start of the backslashes before the next byte; -1 if there are none. */
  let backslashStart = -1;

  for (let index = 0; index < original.length; index += 1) {
    const code = original.codePointAt(index) ?? 0;
    appendCharacter(code, index);
    if (code > 0xffff) index += 1;
    if ((HEX_DIGITS[code] ?? -1) >= 0) decodeEnd();
  }
  starts[length] = backslashStart < 0 ? original.length : backslashStart;
  return { text: bytes.toString("latin1", 0, length), starts };

  function appendByte(byte: number, start: number): void {
    if (byte === 0x5c) {
      if (backslashStart < 0) backslashStart = start;
      return;
    }
    bytes[length] = FOLDED_CODES[byte] ?? byte;
    starts[length] = backslashStart < 0 ? start : backslashStart;
    backslashStart = -1;
    length += 1;
  }

  /** Appends the bytes of UTF-8. */
  function appendCharacter(code: number, start: number): void {
    if (code < 0x80) return appendByte(code, start);
    const count = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    const mark = [0, 0xc0, 0xe0, 0xf0][count] ?? 0;
    appendByte(mark | (code >> (6 * count)), start);
    for (let shift = 6 * (count - 1); shift >= 0; shift -= 6)
      appendByte(0x80 | ((code >> shift) & 0x3f), start);
  }

  /** Decodes the escape that ends here, if there is one: `%2f`, or `u002f` after a backslash. */
  function decodeEnd(): void {
    const isPercent = bytes[length - 3] === 0x25;
    const isUnit = bytes[length - 5] === 0x75 && !isPlain(length - 5);
    if (!isPercent && !isUnit) return;
    const digits = isPercent ? 2 : 4;
    const code = readHex(digits);
    if (code < 0) return;
    length -= digits + 1;
    const start = starts[length] ?? 0;
    if (isPercent) appendByte(code, start);
    else appendUnit(code, start);
  }

  /** Reads the last bytes as a hexadecimal number, whose digits nothing escapes; -1 if it is not valid. */
  function readHex(digits: number): number {
    let number = 0;
    for (let index = length - digits; index < length; index += 1) {
      const digit = HEX_DIGITS[bytes[index] ?? 0] ?? -1;
      if (digit < 0 || !isPlain(index)) return -1;
      number = number * 16 + digit;
    }
    return number;
  }

  /** True for a byte of the original text that no backslash precedes. */
  function isPlain(index: number): boolean {
    return original.charCodeAt(starts[index] ?? 0) === bytes[index];
  }

  /** Appends a UTF-16 unit, with the one before it if both are the halves of a character. */
  function appendUnit(unit: number, start: number): void {
    const [first = 0, second = 0, third = 0] = bytes.subarray(
      Math.max(length - 3, 0),
      length,
    );
    const isPair = unit >> 10 === 0x37 && first === 0xed && second >> 4 === 0xa;
    if (!isPair) return appendCharacter(unit, start);
    length -= 3;
    const high = ((second & 0xf) << 6) | (third & 0x3f);
    const code = 0x10000 + (high << 10) + (unit & 0x3ff);
    appendCharacter(code, starts[length] ?? 0);
  }
}
