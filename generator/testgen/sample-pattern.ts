/** Characters that are tried for a class, the plainest first. */
const CANDIDATES = "a1A-_./:@# +,=$*!%&?;'\"~|(){}[]<>\\^éλ中\t\n";

/**
 * Shortest text that a regular expression matches: of groups, classes, repetitions, and the first of alternatives.
 * Lookarounds are skipped, so the caller has to test the text. Throws a RangeError if the text would be longer than
 * `longest` characters.
 */
export function sampleMatch(pattern: string, longest: number): string {
  let position = 0;

  function assertRoom(length: number): void {
    if (length > longest) throw new RangeError("The string is too long.");
  }

  /** Text for the first alternative of a group. Reads until the group ends. */
  function parseGroup(): string {
    let firstAlternative: string | undefined;
    let text = "";
    while (position < pattern.length && pattern[position] !== ")") {
      if (pattern[position] !== "|") {
        text += parseRepetition(parseAtom());
        assertRoom(text.length);
      } else {
        position += 1;
        firstAlternative ??= text;
        text = "";
      }
    }
    position += 1;
    return firstAlternative ?? text;
  }

  /** Text for a lookaround (empty), a group, a class, an escape, or a character. */
  function parseAtom(): string {
    const [token = "", lookaround, groupStart] =
      /^(?:(\(\?<?[=!])|(\((?:\?:|\?<\w+>)?)|\[(?:\\.|[^\]\\])*\]|\\(?:[pPux]\{[^}]*\}|u....|x..|.)|.)/su.exec(
        pattern.slice(position),
      ) ?? [];
    position += token.length;
    if (lookaround !== undefined || groupStart !== undefined) {
      const text = parseGroup();
      return lookaround === undefined ? text : "";
    }
    return /^(?:[$^]|\\[bB])$/.test(token) ? "" : findCharacter(token);
  }

  function parseRepetition(text: string): string {
    const [quantifier = "", symbol, minCount] =
      /^(?:([*+?])|\{(\d+)(?:,\d*)?\})\??/.exec(pattern.slice(position)) ?? [];
    position += quantifier.length;
    if (symbol === "*" || symbol === "?") return "";
    const count = Number(minCount ?? 1);
    assertRoom(text.length * count);
    return text.repeat(count);
  }

  return parseGroup();
}

function findCharacter(atom: string): string {
  const expression = new RegExp(`^${atom}$`, "su");
  const ownCharacters = atom.startsWith("[^") ? "" : atom; // a negated class lists characters that it doesn't match
  return (
    [...ownCharacters, ...CANDIDATES].find((character) =>
      expression.test(character),
    ) ?? ""
  );
}
