import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ESLint } from "eslint";
import { expect, test } from "vitest";
import tseslint from "typescript-eslint";
import { FEATURE_NAMES } from "../../generator/features/features.js";
import type { Config } from "../../generator/index.js";
import { emit } from "./project.js";

const features = FEATURE_NAMES;

/** The modules of a project, without those of the runtime, whose sources are linted in this repository. */
function modulesOf(project: string): string[] {
  const source = join(project, "src");
  const names = readdirSync(source, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts") && !isCopied(source, name))
    .map((name) => join(source, name));
}

function isCopied(source: string, name: string): boolean {
  const read = (path: string) => readFileSync(path, "utf8");
  return existsSync(name) && read(join(source, name)).endsWith(read(name));
}

test.each<[string, Config]>([
  [
    "all that there is",
    {
      document: "test/emitted/schemes.json",
      auth: "jwt",
      // A worker has no files.
      features: features.filter(
        (feature) => !/^(caller-folders|file)/.test(feature),
      ),
      emit: ["worker", "registry"],
      outputSchemas: "typed",
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
    const results = await eslint.lintFiles(modulesOf(project));
    expect(results.length).toBeGreaterThan(15);
    const told = results.flatMap(({ filePath, messages }) =>
      messages.map(({ line, ruleId }) => `${filePath}:${line} ${ruleId}`),
    );
    expect(told).toEqual([]);
  },
);
