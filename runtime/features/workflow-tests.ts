import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
import { mock as replaced, test } from "node:test";
import timers from "node:timers/promises";
import type { Args, McpService } from "../index.js";
import { mock } from "./mock.js";
import { json, respondWith } from "./dry-run.js";
import type { Responder } from "./dry-run.js";
import { TEST_CALLER, resultText } from "./testing.js";
import type { TestResult } from "./testing.js";

/** What an example answer may lack: a step wants more of it, or the next one needs a value. A text that was made up is no file. */
const LACKS =
  /^The step .* failed, .*\. (The answer does not meet |There is no value for |\/\S+: is no base64)/s;

/** One test for each workflow: it is called with these arguments as a client calls it, and mocks of the APIs answer. `files`: those of the mocks. */
export function testWorkflows(
  service: McpService,
  cases: Readonly<Record<string, Args>>,
  files: readonly URL[],
): void {
  const stage = oneOf(files.map(({ href }) => mock(href, href)({})));
  for (const [name, args] of Object.entries(cases))
    void test(`workflow ${name}`, async () => {
      // No test waits to try again.
      replaced.method(timers, "setTimeout", () => timers.setImmediate());
      syncBuiltinESMExports();
      respondWith(stage);
      const params = { name, arguments: args };
      const answered = service.handlers["tools/call"]?.(params, TEST_CALLER);
      const result = (await answered) as TestResult | undefined;
      if (result?.isError)
        assert.match(
          resultText(result),
          LACKS,
          `${name} fails: ${resultText(result)} If that is meant, change its arguments in test/workflows.ts.`,
        );
    });
}

/** What knows the operation answers. */
function oneOf(stages: readonly Responder[]): Responder {
  return async (request) => {
    for (const stage of stages) {
      const reply = await stage(request);
      if (reply.status !== 404) return reply;
    }
    return json({ message: "No such operation." }, 404);
  };
}
