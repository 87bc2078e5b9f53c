import { ESLint } from "eslint";
import { expect, test } from "vitest";
import tseslint from "typescript-eslint";
import { FEATURE_NAMES } from "../../generator/config/features.js";
import type { Config } from "../../generator/index.js";
import { emit } from "./project.js";

const features = FEATURE_NAMES;

test.each<[string, Config]>([
  ["a petstore", { document: "samples/petstore/openapi.json" }],
  [
    "all that there is",
    {
      ...{ document: "test/emitted/schemes.json", auth: "jwt", features },
      ...{ emit: ["worker", "registry"], outputSchemas: "typed" },
    },
  ],
])(
  "%s has no finding of typescript-eslint's recommended rules",
  async (_, config) => {
    const project = await emit(config);
    const eslint = new ESLint({
      cwd: project,
      overrideConfigFile: true,
      overrideConfig: [...tseslint.configs.recommended],
    });
    const results = await eslint.lintFiles(["src/**/*.ts"]);
    expect(results.length).toBeGreaterThan(30);
    const told = results.flatMap(({ filePath, messages }) =>
      messages.map(({ line, ruleId }) => `${filePath}:${line} ${ruleId}`),
    );
    expect(told).toEqual([]);
  },
);
