import { readFileSync } from "node:fs";
import jsdoc from "eslint-plugin-jsdoc";
import tseslint from "typescript-eslint";

const words = JSON.parse(
  readFileSync(new URL("bench/vague-words.json", import.meta.url), "utf8"),
);

const capitalize = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const vagueName = `^(${[...words.names, ...words.names.map(capitalize)].join("|")})$`;
const vagueOpening = `^(?!(?:${words.openings.join("|")})\\b)`;

/** Globals that only the edges of the generator use: everything between them is a pure function. */
const EDGES = {
  process: "Take the folder or the environment as an argument.",
  console: "Print in generator/cli.",
  fetch: "Fetch in generator/load or generator/server-list.",
};
const restrictGlobals = (...names) => [
  "error",
  ...names.map((name) => ({ name, message: EDGES[name] })),
];

const nameRules = {
  "@typescript-eslint/naming-convention": [
    "error",
    {
      selector: ["variable", "parameter", "typeLike"],
      format: null,
      custom: { regex: vagueName, match: false },
    },
  ],
  "max-params": ["error", 4],
};
const commentRules = {
  "jsdoc/match-description": [
    "error",
    {
      contexts: ["any"],
      mainDescription: {
        match: vagueOpening,
        message: "Begin a doc comment with the thing that it describes.",
      },
    },
  ],
};

export default tseslint.config(
  {
    ignores: [
      "dist/",
      "coverage/",
      "samples/*/server/",
      "test/cases/",
      "node_modules/",
      "**/*.js",
      "**/*.{cjs,mjs}",
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { project: ["tsconfig.json"] } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/require-await": "off",
      "no-console": "error",
    },
  },
  {
    files: ["**/*.ts"],
    plugins: { jsdoc },
    rules: commentRules,
  },
  {
    files: ["bench/**/*.ts"],
    rules: nameRules,
  },
  {
    files: ["generator/**/*.ts", "runtime/**/*.ts"],
    rules: {
      ...nameRules,
      "max-lines": [
        "warn",
        { max: 250, skipBlankLines: true, skipComments: true },
      ],
    },
  },
  {
    files: ["generator/**/*.ts"],
    rules: {
      "no-restricted-globals": restrictGlobals("process", "console", "fetch"),
    },
  },
  {
    // They default to the current directory.
    files: ["generator/pipeline.ts", "generator/commands/*.ts"],
    rules: { "no-restricted-globals": restrictGlobals("console", "fetch") },
  },
  {
    files: ["generator/{app,checkout,project}/**/*.ts"],
    rules: { "no-restricted-globals": restrictGlobals("console", "fetch") },
  },
  {
    files: ["generator/{load,server-list}/**/*.ts"],
    rules: { "no-restricted-globals": restrictGlobals("console") },
  },
  {
    files: ["generator/cli/**/*.ts"],
    rules: { "no-restricted-globals": restrictGlobals("fetch") },
  },
  {
    files: [
      "generator/{app,checkout,commands,load,project}/**/*.ts",
      "generator/pipeline.ts",
    ],
    rules: {
      "no-restricted-properties": [
        "error",
        ...["argv", "exit", "stdout", "stderr"].map((property) => ({
          object: "process",
          property,
          message: "Read arguments, print and exit in generator/cli.",
        })),
      ],
    },
  },
  {
    files: ["runtime/**/*.ts", "samples/*/server/src/**/*.ts"],
    // Entries hand the environment to the server.
    ignores: [
      "**/features/observe/telemetry-setup.ts",
      "samples/*/server/src/{main,script-client,worker}.ts",
    ],
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "process",
          property: "env",
          message: "Read `env` of the context.",
        },
      ],
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "node:process",
              importNames: ["env"],
              message: "Read `env` of the context.",
            },
          ],
        },
      ],
    },
  },
  {
    // The only way out that all hosts of a worker have.
    files: ["runtime/features/http/worker.ts"],
    rules: { "no-console": "off" },
  },
);
