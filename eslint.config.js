import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "dist/",
      "coverage/",
      "samples/*/server/",
      "test/cases/",
      "node_modules/",
      "**/*.js",
      "**/*.mjs",
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
    // The only way out that all hosts of a worker have.
    files: ["runtime/features/worker.ts"],
    rules: { "no-console": "off" },
  },
);
