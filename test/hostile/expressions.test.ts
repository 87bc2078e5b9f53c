import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { stem } from "../../runtime/features/listing/search/stem.js";
import { expressionsIn } from "../linear.js";

const isComplete = process.env["TOOLWRIGHT_HOSTILE"] === "all";
/** Characters of a hostile text; by the square of the fewer ones, an expression takes ten seconds, of the more that `npm run test:hostile` tries, a minute. */
const LENGTH = isComplete ? 200_000 : 100_000;
/** Milliseconds for one expression and one text; those that are linear take a few. */
const PATIENCE = isComplete ? 4_000 : 1_500;

/** Places of the regular expression literals of the emitted server, by their source. */
const EXPRESSIONS = new Map(
  expressionsIn("runtime").map(
    ({ flags, place, source }) => [`/${source}/${flags}`, place] as const,
  ),
);

/**
 * Part of an expression that takes one character: a class, an escape, a sign. Signs of groups and counts are kept
 * apart.
 */
const PART =
  /\\p\{[^{}]*\}|\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\c.|\\k<\w+>|\\[^]|\[\^?(?:\\[^]|[^\\\]])*\]|\(\?(?:<?[=!]|:|<\w+>)|[()|^$]|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/giu;
const IS_ATOM = /^(?:\\(?![bB\d])[^]+|\[[^]+|[^()|^$*+?{[])$/;

const POOL = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ..."\t\n\r\u001e\u00a0é字\u200b\u2028",
  "\ud800",
  "😀",
];

/**
 * Texts that an expression may loop on: runs of each character that it distinguishes, after a prefix that leads there.
 */
function textsFor(literal: string): string[] {
  const end = literal.lastIndexOf("/");
  const flags = literal.slice(end + 1).replace(/[gy]/g, "");
  const parts = literal.slice(1, end).match(PART) ?? [];
  const atoms = parts.flatMap((part, at) =>
    IS_ATOM.test(part) ? [{ at, matches: charactersOf(part, flags) }] : [],
  );
  const kinds = new Map<string, string>();
  for (const sign of POOL) {
    const kind = atoms.map(({ matches }) => Number(matches.has(sign))).join("");
    if (!kinds.has(kind)) kinds.set(kind, sign);
  }
  const signs = [...kinds.values()];
  const runs = signs.map((sign) => sign);
  const pairs =
    signs.length > 8
      ? []
      : signs.flatMap((a) => signs.flatMap((b) => (a < b ? [a + b] : [])));
  const texts = [...runs, ...pairs].map((piece) => ["", piece, "\0"]);
  // Behind the shortest text that leads to what is repeated.
  let before = "";
  for (const { at, matches } of atoms) {
    const [sign = ""] = matches;
    if (isRepeated(parts, at))
      for (const last of ["\0", signs[0] ?? ""])
        texts.push([before, sign, last]);
    before += sign;
  }
  return texts.map(
    ([start = "", piece = "", last = ""]) =>
      start + piece.repeat(LENGTH / (piece.length || 1)) + last,
  );
}

/** True if a count follows a part, or a group that holds it. */
function isRepeated(parts: readonly string[], at: number): boolean {
  const isCount = (part = "") => /^[*+{]/.test(part);
  return (
    isCount(parts[at + 1]) ||
    parts
      .slice(at)
      .some((part, index, all) => part === ")" && isCount(all[index + 1]))
  );
}

function charactersOf(part: string, flags: string): Set<string> {
  try {
    const one = new RegExp(`^(?:${part})$`, flags);
    return new Set(POOL.filter((sign) => one.test(sign)));
  } catch {
    return new Set();
  }
}

const context = createContext({ text: "" });

/**
 * True if everything that is made of a text with an expression ends in time: the engine can be stopped only in another
 * context.
 */
function endsInTime(literal: string, text: string): boolean {
  Object.assign(context, { text });
  try {
    runInContext(`text.replace(${literal}, "")`, context, {
      timeout: PATIENCE,
    });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      return false;
    throw error;
  }
}

describe("regular expressions of the emitted server", () => {
  test("are found", () => {
    expect(EXPRESSIONS.size).toBeGreaterThan(100);
  });

  test("made of parts stem long words in linear time", () => {
    for (const a of "ayblsted")
      for (const b of "ayblsted") {
        const started = performance.now();
        stem(`${(a + b).repeat(LENGTH / 2)}ing`);
        expect(performance.now() - started, a + b).toBeLessThan(PATIENCE);
      }
  });

  test("are found by this test if they are quadratic", () => {
    const [text = ""] = textsFor("/ +$/").filter((one) => one.startsWith(" "));
    expect(endsInTime("/ +$/", text)).toBe(false);
  });

  test.each([...EXPRESSIONS])(
    "take linear time: %s of %s",
    (literal) => {
      const slow = textsFor(literal).filter(
        (text) => !endsInTime(literal, text),
      );
      expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
    },
    120_000,
  );
});
