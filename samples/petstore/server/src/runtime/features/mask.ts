/** Shorter ones are likely words of the text. */
const SHORTEST_SECRET = 8;

/** Takes secrets out of text, as they are and as URLs and JSON spell them. `secrets` may grow. */
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
  const spellings = secrets.flatMap((secret) => {
    const inJson = JSON.stringify(secret).slice(1, -1);
    const inUrl = encodeURIComponent(secret);
    const small = inUrl.replace(/%../g, (triple) => triple.toLowerCase());
    return [secret, inJson, inUrl, small].map(literally);
  });
  const longest = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return longest.length > 0 ? new RegExp(longest.join("|"), "g") : undefined;
}

/** JSON may have a backslash before a slash. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("/", "\\\\?/");
}
