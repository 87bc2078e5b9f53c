import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resolveGeneratedSides } from "../../generator/merge/git-conflicts.js";
import { resolveBothWays } from "../../generator/merge/conflict-markers.js";
import { couldBeGenerated } from "../../generator/project/lock/plausibility.js";
import { classifyPath } from "../../generator/project/paths.js";
import { findImports } from "../../generator/reconcile/lint-project.js";
import { sampleMatch } from "../../generator/testgen/sample-pattern.js";
import {
  millisecondsOf,
  expressionsIn,
  SHORT_TEXTS,
  slowest,
} from "../linear.js";

/** Characters of each text; work that grows with their square takes seconds for the fewer ones, a minute for the more that `npm run test:hostile` tries. */
const LENGTH = process.env["TOOLWRIGHT_HOSTILE"] === "all" ? 200_000 : 50_000;

/** Milliseconds of one core that a text of this length may take; linear expressions take a few. */
const MOST = 400;

/**
 * Texts on which expressions were slow that the characters of this test had not shown, as a checker found them: start,
 * repetition, end.
 */
const ATTACKS: readonly (readonly [
  start: string,
  unit: string,
  end: string,
])[] = [
  ["", "\t", ""],
  ["", "\t", "\0\t"],
  ["", "\n", ""],
  ["", "\n", ':\nrequest:""'],
  ["a", "\r\t", '""'],
  ["", "\0", "-"],
  ["", "\0", "/"],
  ["\0", "\n\0", ""],
  ["", "/", " "],
  ["\0", "/", "/\0"],
  ["\0", "-", "-\0"],
  ["\0", "_", "_\0"],
  ["", ":", "0:"],
  ["", ":", "\n:"],
  ["", "\\", "s"],
  ["", "\r[\r", "\n[\0]:\0"],
  ["", "0- \r", "\n"],
  ['"', 'values separated by Values: "', "values separated by :)"],
  ["", ' Values: "', "a"],
  ["", "F-", ""],
  ["", "LIST", "/"],
  ["", "FIND", "/LIST"],
  ["3.0.3", "3", "\n"],
  ["\t", "\t//", '"\t//'],
  ["/", '$\\"#/$defs/\\', "$\\"],
  ["from\t", "\n", "\0"],
  ["", ' Named "', "h"],
  ["skill://", ":", "k/\n"],
];

/** Files that create expressions when the program runs: of parts of the source, or of one config or module. */
const MADE = [
  "config/validate.ts",
  "extensions/workflows/criteria.ts",
  "load/parse-json.ts",
  "plan/classify.ts",
  "plan/planning-context.ts",
  "project/emitted-files.ts",
  "reconcile/lint-project.ts",
  "reconcile/list-files.ts",
  "testgen/sample-pattern.ts",
  "testgen/sample-text.ts",
];

const EXPRESSIONS = expressionsIn("generator");

describe("regular expressions on texts of others", () => {
  it.each(EXPRESSIONS.map((one) => [one.place, one] as const))(
    "take linear time: %s",
    (_, expression) => {
      const length = SHORT_TEXTS.get(expression.source) ?? LENGTH;
      const { milliseconds, text } = slowest(expression, length, MOST);
      expect(
        milliseconds,
        `/${expression.source}/ takes long for ${JSON.stringify(text)}`,
      ).toBeLessThan(MOST);
    },
  );

  it.each(ATTACKS)("take linear time for %j, %j …, %j", (start, unit, end) => {
    const text = start + unit.repeat(LENGTH / unit.length) + end;
    const slowPlaces = [...EXPRESSIONS, ...expressionsIn("runtime")]
      .filter(({ source }) => !SHORT_TEXTS.has(source))
      .filter(({ flags, source }) => {
        const expression = new RegExp(source, flags.replace("y", ""));
        return millisecondsOf(() => text.replace(expression, "")) > MOST;
      })
      .map(({ place }) => place);
    expect(slowPlaces).toEqual([]);
  });

  it("are literals, except for the listed files", () => {
    const made = readdirSync("generator", { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(".ts"))
      .filter((name) =>
        readFileSync(`generator/${name}`, "utf8").includes("new RegExp("),
      );
    expect(made.sort()).toEqual(MADE);
  });

  it.each(["\\s+$", "[^\\n]*\\n$", "\\{[^}]*\\}", "/\\*[^]*?\\*/"])(
    "are found by this test if they are slow: %s",
    (source) => {
      const { milliseconds } = slowest(
        { place: "", source, flags: "" },
        LENGTH,
        MOST / 8,
      );
      expect(milliseconds).toBeGreaterThan(MOST / 8);
    },
  );
});

const locked = (text: string, other: string) => ({
  digest: "",
  editable: true,
  orphan: false,
  text: () => text,
  otherSide: {
    digest: "",
    editable: true,
    orphan: false,
    text: () => other,
  },
});

describe("work on the files of a pull request", () => {
  const tool =
    'import a from "./a.js";\n\n/** A. */\nexport const a = defineTool({\n';
  it.each<[string, () => unknown]>([
    [
      "a lock's text of references",
      () =>
        couldBeGenerated(
          "src/resources/a.ts",
          `${tool}${"  of: tool,\n".repeat(LENGTH / 12)}`,
        ),
    ],
    [
      "a lock's text of a workflow that never ends",
      () =>
        couldBeGenerated(
          "src/workflows/a.ts",
          `import a;\n\n/** Workflow a */\nexport default defineTool({\n${"    } catch (error) {\n      if (error instanceof CallError) {\n".repeat(LENGTH / 65)}`,
        ),
    ],
    [
      "a module of blank lines",
      () => findImports("src/tools/a.ts", `${"\n".repeat(LENGTH)}a`),
    ],
    [
      "a path of folders",
      () => classifyPath(`src/runtime/${"a/".repeat(LENGTH / 2)}!.ts`),
    ],
    [
      "markers that begin and never end",
      () =>
        resolveGeneratedSides(
          `${"<<<<<<< a\n".repeat(LENGTH / 20)}${"||||||| b\n=======\n".repeat(LENGTH / 36)}`,
          locked("a\n", "b\n"),
        ),
    ],
    [
      "whole conflicts",
      () =>
        resolveGeneratedSides(
          "<<<<<<< a\na\n=======\nb\n>>>>>>> b\n".repeat(LENGTH / 36),
          locked("a\n".repeat(LENGTH), "b\n".repeat(LENGTH)),
        ),
    ],
    [
      "conflicts of ours",
      () =>
        resolveBothWays(
          "<<<<<<< yours\n||||||| last generated\n=======\n".repeat(
            LENGTH / 44,
          ),
        ),
    ],
  ])("is bounded: %s", (_, run) => {
    expect(millisecondsOf(run)).toBeLessThan(MOST);
  });
});

describe("sampleMatch()", () => {
  it.each([
    "((a{1000}){1000}){400}",
    "(a{999}){999}",
    "a{999999999}",
    "a{9000}".repeat(9),
  ])("gives up %s before the text is long", (pattern) => {
    expect(() => sampleMatch(pattern, 10_000)).toThrow(RangeError);
  });

  it("repeats as often as the pattern says", () => {
    expect(sampleMatch("^(?:ab){3}c{2,}$", 10_000)).toBe("abababcc");
    expect(sampleMatch("a{10000}", 10_000)).toHaveLength(10_000);
  });
});
