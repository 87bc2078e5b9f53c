import { Agent } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startItems } from "../load/api.js";
import { many, sendMessage, sendRaw } from "../load/fuzz.js";
import { load } from "../load/load.js";
import { randomOf, wrongMessage, wrongRequest } from "../load/nonsense.js";
import { bundle, emit, serve } from "./project.js";
import type { Served } from "./project.js";

// A little of what `npm run test:load` does a lot of.

let api: Awaited<ReturnType<typeof startItems>>;
let served: Served;

beforeAll(async () => {
  api = await startItems();
  const document = "test/load/openapi.json";
  const file = await bundle(await emit({ document, allRoutesAsTools: true }));
  served = await serve(file, { env: { API_BASE_URL: api.baseUrl } });
});
afterAll(async () => {
  await served.stop();
  api.close();
});

test("many concurrent calls are all made once, with their own responses", async () => {
  const pid = served.child.pid ?? 0;
  const { wrong } = await load(served.url, { calls: 100, clients: 32, pid });
  expect(wrong).toEqual([]);
  expect(api.asked.size).toBe(100);
  expect([...api.asked.values()].filter((times) => times > 1)).toEqual([]);
});

test("invalid messages are refused without internals", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  await many(150, async (number) => {
    const random = randomOf(number);
    const answer =
      number % 2 === 0
        ? await sendRaw(served.url, wrongRequest(random))
        : (
            await sendMessage(served.url, {
              message: wrongMessage(random),
              agent,
            })
          ).body;
    expect(answer).not.toMatch(/ {4}at |node:|main\.js|^HTTP\/1.1 5/);
  });
  agent.destroy();
  expect(served.child.exitCode).toBeNull();
  expect(
    served.lines.filter((line) => line.includes('"level":"error"')),
  ).toEqual([]);
});
