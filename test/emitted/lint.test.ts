import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ESLint } from "eslint";
import { expect, test } from "vitest";
import tseslint from "typescript-eslint";
import { FEATURE_NAMES } from "../../generator/config/features.js";
import type { Config } from "../../generator/index.js";
import { emit } from "./project.js";

const features = FEATURE_NAMES;

/** What was looked at: most of the runtime is the same in each project. */
const seen = new Set<string>();

/** The modules of a project whose text is new. */
function newModules(project: string): string[] {
  const names = readdirSync(join(project, "src"), {
    recursive: true,
    encoding: "utf8",
  });
  const paths = names
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(project, "src", name));
  return paths.filter((path) => {
    const text = readFileSync(path, "utf8");
    return !seen.has(text) && seen.add(text);
  });
}

test.each<[string, Config]>([
  [
    "all that there is",
    {
      ...{ document: "test/emitted/schemes.json", auth: "jwt", features },
      ...{ emit: ["worker", "registry"], outputSchemas: "typed" },
    },
  ],
  ["a petstore", { document: "samples/petstore/openapi.json" }],
])(
  "%s has no finding of typescript-eslint's recommended rules",
  async (_, config) => {
    const project = await emit(config);
    const eslint = new ESLint({
      cwd: project,
      overrideConfigFile: true,
      overrideConfig: [...tseslint.configs.recommended],
    });
    const results = await eslint.lintFiles(newModules(project));
    expect(results.length).toBeGreaterThan(15);
    const told = results.flatMap(({ filePath, messages }) =>
      messages.map(({ line, ruleId }) => `${filePath}:${line} ${ruleId}`),
    );
    expect(told).toEqual([]);
  },
);
