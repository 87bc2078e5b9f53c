import { defineConfig } from "vitest/config";

/**
 * Requests judged by servers and validators that are not ours: `npm run test:wire`. FastAPI needs
 * Python 3 with venv; Prism needs `npm install --prefix test/wire`. What is not there is left out,
 * with a note.
 */
export default defineConfig({
  test: {
    globalSetup: "test/alone.ts",
    include: ["test/wire/*.test.ts"],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
