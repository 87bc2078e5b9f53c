import { createHash } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { staticTokens } from "../../../../runtime/features/http/http.js";
import {
  countIn,
  limits,
  parseRate,
} from "../../../../runtime/features/state/limits.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import { shareCounts } from "../../../../runtime/features/state/shared-count.js";
import { memoryStore } from "../../../../runtime/features/state/store.js";
import type { Store } from "../../../../runtime/features/state/store.js";
import { petService, serveHttp, echo } from "../../fixture.js";
import { ask, connect } from "../../serving.js";
import { listenOnHttp } from "../http/listening.js";
import { breakable, STATE_KEY } from "../credentials/rotation.js";
import { stateKeysFrom } from "../../alone.js";

const BEYOND = {
  content: [
    {
      type: "text",
      text: expect.stringMatching(
        /^This caller has reached its limit \(2\/min\)\. Nothing was sent\. Try again in \d+ s\.$/,
      ) as string,
    },
  ],
  isError: true,
};

async function limitedService() {
  const seen: string[] = [];
  const api = await serveHttp((request, response) => {
    seen.push(request.url ?? "");
    echo(request, response);
  });
  onTestFinished(api.close);
  const features = [limits({ perCaller: "2/min" }), resources()];
  return { seen, service: petService(api.url, { features }) };
}

test("a call beyond the limit on stdio is a tool error, and a read is an error", async () => {
  const { seen, service } = await limitedService();
  const { client, lines } = await connect(service);
  await client.callTool({ name: "steps" });
  await client.readResource({ uri: "pets://7" });
  const requests = seen.length;
  expect(await client.callTool({ name: "steps" })).toMatchObject(BEYOND);
  await expect(client.readResource({ uri: "pets://7" })).rejects.toThrow(
    /reached its limit \(2\/min\).*Try again in \d+ s\./,
  );
  expect(seen).toHaveLength(requests);
  expect(await client.listTools()).toHaveProperty("tools");
  expect(lines.filter((line) => line.includes('"limited"'))).toHaveLength(2);
});

test("callers over HTTP have separate limits", async () => {
  const { service } = await limitedService();
  const tokens = ["ann:first-token-0123456", "bob:second-token-012345"];
  const { url } = await listenOnHttp(service, { auth: staticTokens(tokens) });
  const clientOf = async (token: string) => {
    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit }),
    );
    onTestFinished(() => client.close());
    return client;
  };
  const ann = await clientOf("first-token-0123456");
  const bob = await clientOf("second-token-012345");
  for (let calls = 0; calls < 2; calls += 1)
    expect(await ann.callTool({ name: "steps" })).not.toHaveProperty("isError");
  expect(await ann.callTool({ name: "steps" })).toMatchObject(BEYOND);
  expect(await bob.callTool({ name: "steps" })).not.toHaveProperty("isError");
});

test("a store of yours may count", async () => {
  const counted: unknown[] = [];
  const countCall = (...call: unknown[]) => {
    counted.push(call);
    return Promise.resolve(7);
  };
  const feature = limits({ perCaller: "2/min", countCall });
  const service = petService("http://127.0.0.1:9", {
    features: [feature, resources()],
  });
  const principal = { id: "a", scopes: [] };
  expect(
    await ask(service, "tools/call", { name: "steps" }, { principal }),
  ).toMatchObject({
    content: [{ text: expect.stringContaining("in 7 s.") as string }],
  });
  expect(counted).toEqual([["a", { count: 2, seconds: 60 }]]);
});

test("counts in memory start again after the window, and each caller has its own", async () => {
  const rate = { count: 2, seconds: 0.2 };
  const count = countIn(memoryStore());
  expect([await count("a", rate), await count("a", rate)]).toEqual([0, 0]);
  const wait = await count("a", rate);
  expect(wait).toBeGreaterThan(0);
  expect(await count("b", rate)).toBe(0);
  await sleep(wait * 1000 + 5);
  expect(await count("a", rate)).toBe(0);
});

/** Counts as a replica with Redis does. */
const countShared = (
  store: Store,
  env: NodeJS.ProcessEnv = { MCP_STATE_KEY: STATE_KEY },
) => countIn({ ...store, count: shareCounts(store, stateKeysFrom(env)) });

describe("counts in a store that replicas share", () => {
  const rate = { count: 3, seconds: 0.5 };

  test("are those of all replicas, until their window ends", async () => {
    const { store } = breakable(memoryStore());
    const [one, two] = [1, 2].map(() => countShared(store));
    if (!one || !two) throw new Error("two were made");
    const waits = await Promise.all([one("a", rate), two("a", rate)]);
    expect(waits).toEqual([0, 0]);
    expect([await one("a", rate), await two("b", rate)]).toEqual([0, 0]);
    const wait = await two("a", rate);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(rate.seconds);
    await sleep(wait * 1000 + 5);
    expect(await one("a", rate)).toBe(0);
  });

  test("are those of each replica as long as the store is unreachable", async () => {
    const { state, store } = breakable(memoryStore());
    const [one, two] = [1, 2].map(() => countShared(store));
    if (!one || !two) throw new Error("two were made");
    const hour = { count: 1, seconds: 3600 };
    expect(await one("a", hour)).toBe(0);
    state.isAway = true;
    expect([await one("a", hour), await two("a", hour)]).toEqual([0, 0]);
    expect(await one("a", hour)).toBeGreaterThan(3599);
    state.isAway = false;
    expect(await two("a", hour)).toBeGreaterThan(3599);
  });

  test("are those of each process on stdio, which has one caller", async () => {
    const { store } = breakable(memoryStore());
    const counts = [1, 2].map(() => countShared(store));
    const hour = { count: 1, seconds: 3600 };
    const waits = counts.map(async (count) => count("", hour));
    expect(await Promise.all(waits)).toEqual([0, 0]);
  });

  test("name no caller", async () => {
    const names: string[] = [];
    const { store } = breakable(memoryStore());
    const env = { MCP_STATE_KEY: "k-key-0123456789".repeat(2) };
    const seenStore: Store = {
      ...store,
      count: (key, seconds) => {
        names.push(key);
        return store.count(key, seconds);
      },
    };
    const count = countShared(seenStore, env);
    await count("ann@example.com", rate);
    expect(names.join()).toMatch(/^limit:[\w-]{43}$/);
    const digest = createHash("sha256").update("limit:0.5:ann@example.com");
    expect(names.join()).not.toContain(digest.digest("base64url"));
  });

  test("count under both keys while replicas change the key", async () => {
    const { store } = breakable(memoryStore());
    const [oldKey, newKey] = [
      "o-key-0123456789".repeat(2),
      "n-key-0123456789".repeat(2),
    ];
    const counts = [
      { MCP_STATE_KEY: oldKey, MCP_STATE_KEY_PREVIOUS: newKey },
      { MCP_STATE_KEY: newKey, MCP_STATE_KEY_PREVIOUS: oldKey },
    ].map((env) => countShared(store, env));
    const hour = { count: 3, seconds: 3600 };
    const waits = [];
    for (const count of [...counts, ...counts])
      waits.push(await count("ann", hour));
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    expect(waits[3]).toBeGreaterThan(0);
  });
});

test.each([
  ["60/min", { count: 60, seconds: 60 }],
  ["5/s", { count: 5, seconds: 1 }],
  ["1000/day", { count: 1000, seconds: 86_400 }],
])("%s is a rate", (text, rate) => {
  expect(parseRate(text)).toEqual(rate);
});

test.each(["60", "0/min", "60/minute", "-1/s", "1/constructor", "1/min\n"])(
  "%j is not a rate",
  (text) => {
    expect(() => parseRate(text)).toThrow("Write a number of calls");
  },
);

test("limits over HTTP without authentication are refused at the start", async () => {
  const service = petService("http://127.0.0.1:9", {
    features: [limits({ perCaller: "2/min" }), resources()],
  });
  await expect(listenOnHttp(service)).rejects.toThrow("Set MCP_TOKENS");
  const env = { MCP_TOKENS: "ann:first-token-0123456" };
  await expect(listenOnHttp(service, { env })).resolves.toBeDefined();
  await expect(connect(service)).resolves.toBeDefined();
});
