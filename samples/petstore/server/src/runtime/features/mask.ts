/** Shorter ones are likely words of the text. */
const SHORTEST_SECRET = 8;

/** Takes secrets out of text, as they are and as JSON, forms and URLs of any language spell them. `secrets` may grow. */
export function createMask(
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
  const spelt = longest.map((secret) => [...secret].map(spellings).join(""));
  return spelt.length > 0 ? new RegExp(spelt.join("|"), "g") : undefined;
}

/** A sign as it is or as an escape, whose letters may be small or large; letters, digits and `_` nobody escapes. */
function spellings(sign: string): string {
  if (/\w/.test(sign)) return sign;
  const bytes = [...Buffer.from(sign)].map((byte) => `%${hex(byte, 2)}`);
  const units = sign
    .split("")
    .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
  const inJson = JSON.stringify(sign).slice(1, -1);
  const all = [sign, inJson, `\\${sign}`, bytes.join(""), units.join("")];
  if (sign === " ") all.push("+");
  return `(?:${[...new Set(all)].map(literally).join("|")})`;
}

const hex = (code: number, digits: number) =>
  code.toString(16).padStart(digits, "0");

/** As often escaped as there are texts around it: an address in another one's query, JSON in a text of JSON. */
function literally(text: string): string {
  const escaped = text
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replace(/^\\\\/, "$&+")
    .replaceAll("%", "%(?:25)*");
  return /^(%|\\u)/.test(text)
    ? escaped.replace(/[a-f]/g, (sign) => `[${sign}${sign.toUpperCase()}]`)
    : escaped;
}
