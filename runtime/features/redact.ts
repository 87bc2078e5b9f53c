/** Shorter ones are likely words of the text. */
const MIN_SECRET_LENGTH = 8;

/** Takes secrets out of text, as they are and as JSON, forms and URLs of any language spell them. `secrets` may grow. */
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

/** The longest goes first, so that none is left of one that holds another. */
function buildPattern(secrets: readonly string[]): RegExp | undefined {
  const longest = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  const spellings = longest.map(buildSecretPattern);
  return spellings.length > 0
    ? new RegExp(spellings.join("|"), "g")
    : undefined;
}

/**
 * Backslashes, as many as there are texts around a text: JSON in a text of JSON, or in the query of an address. A run of
 * them is taken as a whole, and from its beginning alone, so that the time is in proportion to the text.
 */
const ENCODED = String.raw`%(?:25)*5[cC]`;
const BACKSLASHES = String.raw`(?=\\|${ENCODED})\\*(?:${ENCODED}\\*)*`;
const NOT_BEHIND_ANY = String.raw`(?<!\\|${ENCODED})`;
/** The same where some belong to a secret, and may be escapes themselves. */
const OWN_BACKSLASHES = String.raw`(?=\\|${ENCODED}|u005[cC])\\*(?:(?:${ENCODED}|u005[cC])\\*)*`;
const NOT_BEHIND_OWN = String.raw`(?<!\\|${ENCODED}|u005[cC])`;

/** A secret as it is, and as it may be escaped, sign by sign; backslashes of its own together with what follows them. */
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

/** A sign as it is or as an escape; letters, digits and `_` nobody escapes. */
function buildCharacterPattern(character: string): string {
  if (/^\w?$/.test(character)) return character;
  const alternatives = `${listEscapes(character)}|${listSpellings(character)}`;
  return `(?:${BACKSLASHES}(?:${alternatives})|${listSpellings(character)})`;
}

/** A sign without a backslash before it. */
function listSpellings(character: string): string {
  const bytes = [...Buffer.from(character)].map(
    (byte) => `%(?:25)*${toHexPattern(byte, 2)}`,
  );
  const spellings = [escapeRegExp(character), bytes.join("")].filter(Boolean);
  if (character === " ") spellings.push("\\+", "%(?:25)*2[bB]"); // in a form, and in an address around it
  return spellings.join("|");
}

/** What stands behind a backslash in place of a sign: itself, a letter such as `n`, or the number of each unit. */
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

/** A number whose digits may be small or large. */
const toHexPattern = (code: number, digits: number) =>
  code
    .toString(16)
    .padStart(digits, "0")
    .replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
