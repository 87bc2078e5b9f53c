import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  FEATURE_NAMES,
  FEATURES,
  mainImportOf,
} from "../../../generator/features/features.js";
import { usesOf } from "../../../generator/features/uses.js";

/** Paths and texts of files below a folder. */
function textsIn(folder: string, ending: string) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(ending))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** Questions for a feature by its name. */
const QUESTION = new RegExp(
  `(?:eatures?\\)?\\.(?:includes|has)\\(|\\bhas\\(|featureOf\\(|createLookup\\([^)]*\\)\\(|eatures\\.(?:some|find|filter)\\(\\s*\\(\\{ name \\}\\) => name === )\\s*"(?:${FEATURE_NAMES.join("|")})"`,
  "g",
);

describe("the features of the generator", () => {
  test("are asked for by name in their own folder alone", () => {
    const questions = textsIn("generator", ".ts")
      .filter(({ path }) => !path.startsWith("generator/features/"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(QUESTION)].map(
          ([question]) => `${path}: ${question}`,
        ),
      );
    expect(questions).toEqual([]);
    const templates = textsIn("templates", ".hbs").filter(({ text }) =>
      /\{\{[^}]*\bhas\b/.test(text),
    );
    expect(templates.map(({ path }) => path)).toEqual([]);
  });

  test("are all in the list, each under a name of its own", () => {
    const definitions = textsIn("generator/features", ".ts").flatMap(
      ({ text }) => [
        ...text.matchAll(/^export const \w+: FeatureDefinition/gm),
      ],
    );
    expect(new Set(FEATURE_NAMES).size).toBe(FEATURES.length);
    expect(definitions).toHaveLength(FEATURES.length);
  });

  test.each(FEATURES)("$name has a use for an owner", (feature) => {
    for (const { code, file } of usesOf(feature)) {
      expect(file).not.toBe("");
      expect(code).not.toBe("");
    }
    expect(usesOf(feature)).not.toEqual([]);
  });

  test.each(FEATURES.filter(({ server }) => server?.features))(
    "$name has the stage that the runtime checks",
    (feature) => {
      const path = `runtime/${mainImportOf(feature).file}.ts`;
      const [, stage] =
        /\bstage: "(\w+)"/.exec(readFileSync(path, "utf8")) ?? [];
      // A feature that may be anywhere is written among those that it belongs to.
      expect([undefined, feature.server?.features?.stage]).toContain(stage);
    },
  );
});
