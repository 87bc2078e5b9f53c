import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
import { mock as replaced, test } from "node:test";
import timers from "node:timers/promises";
import { lazy } from "../../index.js";
import type { Args, Server } from "../../index.js";
import { mock } from "../transport/mock.js";
import { json } from "../transport/dry-run.js";
import type { Responder } from "../transport/dry-run.js";
import { openForTests, resultText, TEST_CALLER } from "./testing.js";
import type { TestResult } from "./testing.js";

/**
 * Matches failures that come from incomplete examples: a step expects more of a response, the next step needs a value,
 * or a sample text is not a file.
 */
const EXAMPLE_LACKS =
  /^The step .* failed, .*\. (The response does not meet |The value for .* is missing|\/\S+: .*(base64|file:report\.pdf))/s;

/**
 * Runs one test per workflow: calls it with these arguments as a client does, while mocks of the APIs reply. `files`:
 * URLs of the mocks.
 */
export function testWorkflows(
  server: Server,
  cases: Readonly<Record<string, Args>>,
  files: readonly URL[],
): void {
  const opening = lazy(() => openForTests(server, {}));
  const responder = combineResponders(
    files.map(({ href }) => mock(href, href)({})),
  );
  for (const [name, args] of Object.entries(cases))
    void test(`workflow ${name}`, async () => {
      // Tests do not wait before a retry.
      replaced.method(timers, "setTimeout", () => timers.setImmediate());
      syncBuiltinESMExports();
      const params = { name, arguments: args };
      const service = await opening();
      service.context.responder = responder;
      const pendingResult = service.handlers["tools/call"]?.(
        params,
        TEST_CALLER,
      );
      const result = (await pendingResult) as TestResult | undefined;
      if (result?.isError)
        assert.match(
          resultText(result),
          EXAMPLE_LACKS,
          `${name} fails: ${resultText(result)} If that is intended, change its arguments in test/workflows.ts.`,
        );
    });
}

/** Combines responders: the first one that knows the operation replies. */
function combineResponders(responders: readonly Responder[]): Responder {
  return async (request) => {
    for (const responder of responders) {
      const reply = await responder(request);
      if (reply.status !== 404) return reply;
    }
    return json({ message: "Operation not found." }, 404);
  };
}
