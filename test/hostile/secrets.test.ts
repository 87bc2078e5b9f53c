import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor } from "../../runtime/features/observe/redact.js";
import { encode, ENCODINGS } from "../encodings.js";

const isComplete = process.env["TOOLWRIGHT_HOSTILE"] === "all";

const redact = (secret: string, text: string) =>
  createRedactor(() => [secret])(text);

describe("random secrets in random chains of encodings", () => {
  const CHARACTERS = [
    ..."abcdefuABCDEF0123456789xyzXYZ_-._~+/%\\\"'&<>= \n\té😀€:;,@#?!*()[]{}|$",
  ];
  const ORDINARY = ["", '"', "key=", " is ", "\n", "abc", "{", "12", "é", "/"];
  const HOSTILE = ["%4", "\\u00", "41", "%", "\\u004", "\\", "u00", "25", "+"];
  const secrets = fc.string({
    unit: fc.constantFrom(...CHARACTERS),
    minLength: 10,
    maxLength: 40,
  });
  const chains = fc.array(fc.constantFrom(...Object.keys(ENCODINGS)), {
    maxLength: 4,
  });
  const samples = (neighbours: readonly string[], count: number) =>
    fc.sample(
      fc.tuple(
        fc.constantFrom(...neighbours),
        secrets,
        fc.constantFrom(...neighbours),
        chains,
      ),
      { numRuns: isComplete ? count * 10 : count, seed: 64 },
    );
  const isMissed = ([before, secret, after, chain]: [
    string,
    string,
    string,
    string[],
  ]) =>
    [
      `${before}${encode(secret, chain)}${after}`,
      encode(`${before}${secret}${after}`, chain),
    ].some((text) => !redact(secret, text).includes("[redacted]"));

  test("are all redacted between ordinary neighbours", () => {
    expect(samples(ORDINARY, 2000).filter(isMissed)).toEqual([]);
  });

  test("are redacted between parts of escapes, but for a few in a thousand", () => {
    const missed = samples([...ORDINARY, ...HOSTILE], 2000).filter(isMissed);
    expect(missed.length).toBeLessThan(isComplete ? 110 : 11);
  });
});

describe("redaction takes linear time", () => {
  /** Milliseconds of the processor for a megabyte. */
  function measureCost(secret: string, text: string): number {
    const redactSecret = createRedactor(() => [secret]);
    const costs = Array.from({ length: 3 }, () => {
      const start = process.cpuUsage();
      redactSecret(text);
      const { system, user } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    return (Math.min(...costs) / text.length) * 1_000_000;
  }

  const LENGTHS = isComplete ? [9, 31, 1000, 8000] : [9, 8000];
  const OTHER_SIGNS = isComplete ? ["y", "-", "1", "%"] : ["-"];
  const PROSE = "A quick, brown fox jumps over 12 lazy dogs.\n".repeat(24_000);
  const plainCost = measureCost("hunter22-hunter22", `${PROSE}hunter22`);

  test.each(["\\", "/", "%", ".", "+", "u", "5", "C", "a"])(
    "for secrets and texts of %j",
    (sign) => {
      const forms = LENGTHS.flatMap((length) => {
        const half = sign.repeat(length / 2);
        return OTHER_SIGNS.flatMap((other) => [
          half + half,
          half + other + half,
          other + half + half,
          sign + other + half + half,
        ]);
      });
      for (const length of isComplete ? [100_000, 1_000_000] : [100_000])
        for (const secret of forms)
          expect(
            measureCost(secret, sign.repeat(length)) / plainCost,
            secret.slice(0, 50),
          ).toBeLessThan(20);
    },
  );

  test.each<[string, string, string]>([
    ["escaped backslashes", `${"%5C".repeat(8)}xx!!xx!!`, "%5C"],
    ["digits that an escape follows", `${"A".repeat(4000)}%41b`, "A"],
    ["many beginnings", `${"/".repeat(2000)}x${"/".repeat(1999)}`, "/"],
    ["an escape that is never complete", `${"%".repeat(2000)}4/x`, "%4"],
    ["backslashes at the end", `abc/defg${"\\".repeat(999)}`, "abc/defg%25"],
    ["unfinished escapes at the end", `ab/cdefg%`, "ab/cdefg%2525"],
  ])("for %s", (_case, secret, piece) => {
    const text = piece.repeat(500_000 / piece.length);
    expect(measureCost(secret, text) / plainCost).toBeLessThan(20);
  });

  test("and less for a text without the longest word of a secret", () => {
    const cost = measureCost("p/w+d=hunter22hunter22", PROSE);
    expect(cost).toBeLessThan(plainCost / 4);
  });
});
