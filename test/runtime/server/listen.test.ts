import { afterEach, expect, test } from "vitest";
import { createLog, createMcpServer, listen } from "../../../runtime/index.js";
import type { Running, RunOptions } from "../../../runtime/index.js";
import { ask, message } from "../ask.js";
import { petCatalog } from "../fixture.js";

let running: Running | undefined;
afterEach(() => running?.close());

const list = message("tools/list");

function run(beside: RunOptions["beside"]) {
  const catalog = petCatalog("http://127.0.0.1:9");
  return listen((own) => createMcpServer(catalog, own), {
    transport: "streamable-http",
    port: 0,
    grace: 0.05,
    log: createLog({ level: "silent" }),
    ...(beside && { beside }),
  });
}

test("an application is started before its server listens, and ended after it", async () => {
  const steps: string[] = [];
  running = await run({
    start: async () => void steps.push("started"),
    async close() {
      const asked = ask(running?.url ?? "", { body: list });
      const server = await asked.then(
        () => "there",
        () => "gone",
      );
      steps.push(`ended, server ${server}`);
    },
  });
  expect(steps).toEqual(["started"]);
  expect((await ask(running.url ?? "", { body: list })).status).toBe(200);
  await running.close();
  expect(steps).toEqual(["started", "ended, server gone"]);
});

test("an application that can't start keeps the server from listening", async () => {
  const start = () => Promise.reject(new Error("no database"));
  const close = () => Promise.resolve();
  await expect(run({ start, close })).rejects.toThrow("no database");
});

test("an application that never ends does not keep the process", async () => {
  const start = () => Promise.resolve();
  const close = () => new Promise<void>(() => undefined);
  running = await run({ start, close });
  await running.close();
  await running.closed;
});

test("without HTTP options of its own a server listens on this machine alone", async () => {
  running = await run(undefined);
  expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
});
