import { defineConfig } from "vitest/config";

/** Minutes of a checker that looks for texts on which a regular expression is slow: `npm run test:expressions`. */
export default defineConfig({
  test: {
    include: ["test/expressions/*.test.ts"],
    testTimeout: 120_000,
  },
});
