import { expect, test } from "vitest";
import { bundle, emit } from "../emitted/project.js";
import { ITEMS, startReplicas } from "./replicas.js";
import { startTraffic } from "./traffic.js";

const RESTARTS = Number(process.env["RESTARTS"] ?? 10);

test.each(["v1", "v2"] as const)(
  `requests all succeed, 50 a second, in ${RESTARTS} rolling restarts of two replicas: SDK %s`,
  async (sdk) => {
    const file = await bundle(
      await emit({ sdk, allRoutesAsTools: true }, ITEMS),
    );
    const replicas = await startReplicas(file, {
      env: {},
      pollMs: 500,
      postMs: 2000,
    });
    const traffic = startTraffic(replicas.url, 50);
    for (let restart = 0; restart < RESTARTS * 2; restart += 1)
      await replicas.restartFirst();
    const { failed, sent } = await traffic.stop();
    await replicas.close();
    process.stdout.write(
      `${JSON.stringify({ sdk, restarts: RESTARTS, sent, failed: failed.length })}\n`,
    );
    expect(failed).toEqual([]);
  },
);

test("requests fail in restarts without a drain", async () => {
  const file = await bundle(await emit({ allRoutesAsTools: true }, ITEMS));
  const env = { MCP_DRAIN_SECONDS: "0" };
  const replicas = await startReplicas(file, {
    env,
    pollMs: 500,
    postMs: 2000,
  });
  const traffic = startTraffic(replicas.url, 50);
  for (let restart = 0; restart < 4; restart += 1)
    await replicas.restartFirst();
  const { failed, sent } = await traffic.stop();
  await replicas.close();
  process.stdout.write(
    `${JSON.stringify({ drain: 0, restarts: 2, sent, failed: failed.length })}\n`,
  );
  expect(failed).not.toEqual([]);
});
