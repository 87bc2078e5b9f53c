// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
/** Shorter ones are likely words of the text. */
const SHORTEST_SECRET = 8;

/** Takes secrets out of text, as they are and as JSON, forms and URLs of any language spell them. `secrets` may grow. */
export function createRedactor(
  secrets: () => readonly string[],
): (text: string) => string {
  let known = "";
  let pattern: RegExp | undefined;
  return (text) => {
    const long = secrets().filter(({ length }) => length >= SHORTEST_SECRET);
    const key = long.join("\n");
    if (key !== known) pattern = patternOf(long);
    known = key;
    return pattern ? text.replace(pattern, "[redacted]") : text;
  };
}

/** The longest goes first, so that none is left of one that holds another. */
function patternOf(secrets: readonly string[]): RegExp | undefined {
  const longest = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  const spelt = longest.map(spellingsOf);
  return spelt.length > 0 ? new RegExp(spelt.join("|"), "g") : undefined;
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
function spellingsOf(secret: string): string {
  const start = secret.startsWith("\\") ? NOT_BEHIND_OWN : NOT_BEHIND_ANY;
  const parts = [...secret.matchAll(/(\\*)([^\\]?)/gu)].map(
    ([, own = "", sign = ""]) => {
      const all = `(?:${namesOf(sign)}|${spellings(sign)})`;
      return own === "" ? escaped(sign) : OWN_BACKSLASHES + all;
    },
  );
  return `${/^\w/.test(secret) ? "" : start}${parts.join("")}`;
}

/** A sign as it is or as an escape; letters, digits and `_` nobody escapes. */
function escaped(sign: string): string {
  if (/^\w?$/.test(sign)) return sign;
  const all = `${namesOf(sign)}|${spellings(sign)}`;
  return `(?:${BACKSLASHES}(?:${all})|${spellings(sign)})`;
}

/** A sign without a backslash before it. */
function spellings(sign: string): string {
  const bytes = [...Buffer.from(sign)].map((byte) => `%(?:25)*${hex(byte, 2)}`);
  const all = [literal(sign), bytes.join("")].filter(Boolean);
  if (sign === " ") all.push("\\+", "%(?:25)*2[bB]"); // in a form, and in an address around it
  return all.join("|");
}

/** What stands behind a backslash in place of a sign: itself, a letter such as `n`, or the number of each unit. */
function namesOf(sign: string): string {
  const units = sign.split("").map((unit) => `u${hex(unit.charCodeAt(0), 4)}`);
  const json = JSON.stringify(sign).slice(1, -1);
  const letter = /^\\\w$/.test(json) ? json.slice(1) : "";
  const all = [literal(sign), units.join(BACKSLASHES), letter];
  return all.filter(Boolean).join("|");
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** A number whose digits may be small or large. */
const hex = (code: number, digits: number) =>
  code
    .toString(16)
    .padStart(digits, "0")
    .replace(/[a-f]/g, (sign) => `[${sign}${sign.toUpperCase()}]`);
