import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { ITEMS, startReplicas } from "../platform/replicas.js";
import { startTraffic } from "../platform/traffic.js";
import { bundle, emit } from "./project.js";

// A little of what `npm run test:platform` does a lot of.
test("requests succeed while a replica is replaced", async () => {
  const file = await bundle(await emit({ allRoutesAsTools: true }, ITEMS));
  const env = { MCP_DRAIN_SECONDS: "1.5" };
  const replicas = await startReplicas(file, { env, pollMs: 100, postMs: 800 });
  const traffic = startTraffic(replicas.url, 20);
  await delay(500);
  await replicas.restartFirst();
  const { failed, sent } = await traffic.stop();
  await replicas.close();
  expect(failed).toEqual([]);
  expect(sent).toBeGreaterThan(20);
});
