/** Characters that are tried where a class has to be met, the plainest first. */
const CANDIDATES = "a1A-_./:@# +,=$*!%&?;'\"~|(){}[]<>\\^éλ中\t\n";

/**
 * The shortest text that a regular expression of the common kind matches: groups, classes, repetitions, the first of
 * alternatives. What looks ahead or back is passed over, so the text has to be tried. Throws a RangeError where the text
 * would be longer than `longest` characters.
 */
export function textFor(pattern: string, longest: number): string {
  let at = 0;

  function assertRoom(length: number): void {
    if (length > longest) throw new RangeError("The text is too long.");
  }

  /** Of alternatives, until a group ends. */
  function group(): string {
    let first: string | undefined;
    let text = "";
    while (at < pattern.length && pattern[at] !== ")") {
      if (pattern[at] !== "|") {
        text += repeated(atom());
        assertRoom(text.length);
      } else {
        at += 1;
        first ??= text;
        text = "";
      }
    }
    at += 1;
    return first ?? text;
  }

  /** A look ahead or back, a group, a class, an escape, or a character. */
  function atom(): string {
    const [whole = "", ahead, open] =
      /^(?:(\(\?<?[=!])|(\((?:\?:|\?<\w+>)?)|\[(?:\\.|[^\]\\])*\]|\\(?:[pPux]\{[^}]*\}|u....|x..|.)|.)/su.exec(
        pattern.slice(at),
      ) ?? [];
    at += whole.length;
    if (ahead !== undefined || open !== undefined) {
      const text = group();
      return ahead === undefined ? text : "";
    }
    return /^(?:[$^]|\\[bB])$/.test(whole) ? "" : characterFor(whole);
  }

  function repeated(text: string): string {
    const [whole = "", sign, least] =
      /^(?:([*+?])|\{(\d+)(?:,\d*)?\})\??/.exec(pattern.slice(at)) ?? [];
    at += whole.length;
    if (sign === "*" || sign === "?") return "";
    const count = Number(least ?? 1);
    assertRoom(text.length * count);
    return text.repeat(count);
  }

  return group();
}

function characterFor(atom: string): string {
  const expression = new RegExp(`^${atom}$`, "su");
  const own = atom.startsWith("[^") ? "" : atom; // what it is not
  return [...own, ...CANDIDATES].find((sign) => expression.test(sign)) ?? "";
}
