import {
  configDefaults,
  defineConfig,
  type ViteUserConfig,
} from "vitest/config";
import { bundledChild } from "./test/generator/bundle.js";
import { otherLine } from "./test/runtime/other-line.js";

/** Files whose tests are of what stays in a process: its memory, its modules, calls of its functions. */
const APART = [
  "test/app/{memory,parity,samples}.test.ts",
  "test/growth.test.ts",
  "test/generator/windows.test.ts",
];

/** Tests of the runtime that run on the newer line of the SDK as well; `npm run test:v2` runs all of them. */
const BOTH_LINES = [
  "test/runtime/server.test.ts",
  "test/runtime/features/{consent/elicit,components/custom,http/progress,http/sessions,responses/pages}.test.ts",
  "test/runtime/sdk/v2*.test.ts",
];

/** Settings of every project. */
const common: ViteUserConfig["test"] = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Of a process that starts, or an API that is asked, on a machine with other work.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    // By default one core is left idle, which on two is half of them.
    maxWorkers: "100%",
    // Of the whole run alone: a project that inherited it would bundle once more.
    globalSetup: ["test/alone.ts", "test/generator/bundle.ts"],
    projects: [
      {
        plugins: [bundledChild],
        test: {
          ...common,
          name: "all",
          include: ["test/**/*.test.ts"],
          // What takes minutes, or needs more than the repository, has a command of its own.
          exclude: [
            ...configDefaults.exclude,
            ...APART,
            "test/runtime/sdk/v2*.test.ts",
            "test/{conformance,corpus,expressions,hosts,load,platform,removal,replay,wire}/**",
          ],
          // One process loads TypeScript and the other large packages once, and not for each file.
          isolate: false,
        },
      },
      {
        plugins: [bundledChild],
        test: { ...common, name: "apart", include: APART },
      },
      {
        plugins: [otherLine],
        test: { ...common, name: "v2", include: BOTH_LINES, isolate: false },
      },
    ],
  },
});
