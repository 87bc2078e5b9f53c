/** Minimum length of a secret; shorter ones are likely to be words of the text. */
const MIN_SECRET_LENGTH = 8;

/**
 * Creates a function that removes secrets from text, also if JSON, forms or URLs escape them. The list of `secrets` may
 * grow.
 */
export function createRedactor(
  secrets: () => readonly string[],
): (text: string) => string {
  let patternKey = "";
  let pattern: RegExp | undefined;
  return (text) => {
    const longSecrets = secrets().filter(
      ({ length }) => length >= MIN_SECRET_LENGTH,
    );
    const key = longSecrets.join("\n");
    if (key !== patternKey) pattern = buildPattern(longSecrets);
    patternKey = key;
    return pattern ? text.replace(pattern, "[redacted]") : text;
  };
}

/**
 * Builds the pattern of all secrets. The longest come first, so that no part remains of a secret that contains another
 * one.
 */
function buildPattern(secrets: readonly string[]): RegExp | undefined {
  const longest = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  const spellings = longest.map(buildSecretPattern);
  return spellings.length > 0
    ? new RegExp(spellings.join("|"), "g")
    : undefined;
}

/**
 * Patterns of backslashes, whose number grows with each level of nesting: JSON in a text of JSON, or in the query of a
 * URL. A run of backslashes matches as a whole and only from its beginning, so that the time is in proportion to the
 * text.
 */
const ENCODED = String.raw`%(?:25)*5[cC]`;
const BACKSLASHES = String.raw`(?=\\|${ENCODED})\\*(?:${ENCODED}\\*)*`;
const NOT_BEHIND_ANY = String.raw`(?<!\\|${ENCODED})`;
/** Patterns of backslashes that may belong to a secret, and may be escaped themselves. */
const OWN_BACKSLASHES = String.raw`(?=\\|${ENCODED}|u005[cC])\\*(?:(?:${ENCODED}|u005[cC])\\*)*`;
const NOT_BEHIND_OWN = String.raw`(?<!\\|${ENCODED}|u005[cC])`;

/**
 * Builds the pattern of a secret, plain and with each character escaped. Its own backslashes match together with the
 * character after them.
 */
function buildSecretPattern(secret: string): string {
  const start = secret.startsWith("\\") ? NOT_BEHIND_OWN : NOT_BEHIND_ANY;
  const parts = [...secret.matchAll(/(\\*)([^\\]?)/gu)].map(
    ([, backslashes = "", character = ""]) => {
      const alternatives = `(?:${listEscapes(character)}|${listSpellings(character)})`;
      return backslashes === ""
        ? buildCharacterPattern(character)
        : OWN_BACKSLASHES + alternatives;
    },
  );
  return `${/^\w/.test(secret) ? "" : start}${parts.join("")}`;
}

/** Builds the pattern of a character, plain or escaped; nothing escapes letters, digits and `_`. */
function buildCharacterPattern(character: string): string {
  if (/^\w?$/.test(character)) return character;
  const alternatives = `${listEscapes(character)}|${listSpellings(character)}`;
  return `(?:${BACKSLASHES}(?:${alternatives})|${listSpellings(character)})`;
}

/** Lists the spellings of a character without a backslash before it. */
function listSpellings(character: string): string {
  const bytes = [...Buffer.from(character)].map(
    (byte) => `%(?:25)*${toHexPattern(byte, 2)}`,
  );
  const spellings = [escapeRegExp(character), bytes.join("")].filter(Boolean);
  if (character === " ") spellings.push("\\+", "%(?:25)*2[bB]"); // in a form, and in a URL that contains the form
  return spellings.join("|");
}

/**
 * Lists the strings that stand for a character after a backslash: itself, a letter such as `n`, or the number of each
 * UTF-16 unit.
 */
function listEscapes(character: string): string {
  const units = character
    .split("")
    .map((unit) => `u${toHexPattern(unit.charCodeAt(0), 4)}`);
  const json = JSON.stringify(character).slice(1, -1);
  const letter = /^\\\w$/.test(json) ? json.slice(1) : "";
  const escapes = [escapeRegExp(character), units.join(BACKSLASHES), letter];
  return escapes.filter(Boolean).join("|");
}

const escapeRegExp = (text: string) =>
  text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Builds the pattern of a hexadecimal number with digits of either case. */
const toHexPattern = (code: number, digits: number) =>
  code
    .toString(16)
    .padStart(digits, "0")
    .replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
