import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "redis";
import { expect, onTestFinished, test, vi } from "vitest";
import { countIn } from "../../runtime/features/state/limits.js";
import { redis as redisFeature } from "../../runtime/features/state/redis.js";
import { openMcpServer } from "../../runtime/features/start/open.js";
import { defineServer } from "../../runtime/index.js";
import { createStates } from "../../runtime/features/consent/signed-state.js";
import { stateKeysOf } from "../../runtime/features/state/state-key.js";
import { storeOf } from "../../runtime/features/state/store.js";
import { sealStore } from "../../runtime/features/state/sealed-store.js";
import {
  LIFETIME,
  replicaOf,
  startStrictServer,
  STATE_KEY,
} from "../runtime/features/credentials/rotation.js";
import { callerOf } from "../runtime/features/calls.js";
import { close, serviceOf, silent, start } from "../runtime/serving.js";
import { startUpstream, toolOf } from "../runtime/upstream.js";
import { createRedis } from "./redis-server.js";
import { oauth2 } from "../runtime/alone.js";

/** A replica's connection, started as a server starts it. */
async function connect(url: string) {
  const env = { REDIS_URL: url, MCP_STATE_KEY: STATE_KEY };
  const service = serviceOf([toolOf()], { env, features: [redisFeature()] });
  await start(service, silent);
  onTestFinished(() => close(service));
  const { context } = service;
  return { context, service, store: storeOf(context) };
}

async function started(persists: boolean) {
  const redis = await createRedis({ persists });
  onTestFinished(() => redis.end());
  return redis;
}

test("the store of Redis passes the tests of the store in the process", async () => {
  const redis = await started(false);
  const [{ store: one }, { store: two }] = [
    await connect(redis.url),
    await connect(redis.url),
  ];
  await one.set("a", "1", 60);
  await one.set("b", "2", 0.05);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([await two.get("a"), await two.get("b")]).toEqual(["1", undefined]);
  const results = await Promise.all([one.take("a"), two.take("a")]);
  expect(results.sort()).toEqual(["1", undefined]);
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    running -= 1;
  };
  await Promise.all([one, two, one, two].map((store) => store.lock("l", work)));
  expect(most).toBe(1);
});

test("consents over two replicas are used once, 1,000 of them while Redis is killed", async () => {
  const redis = await started(false);
  const connections = [await connect(redis.url), await connect(redis.url)];
  const replicas = connections.map(({ context }) => createStates(context, {}));
  const [one, two] = replicas;
  if (!one || !two) throw new Error("two were made");
  const state = { answered: [], asked: "" };
  const used: string[] = [];
  const opened = new Map<string, number>();
  const open = async (states: typeof one, sealed: string) => {
    const isOpened = await states.open(sealed, "s", silent).then(
      () => true,
      () => false,
    );
    if (isOpened) opened.set(sealed, (opened.get(sealed) ?? 0) + 1);
    return isOpened;
  };
  let failedOutside = 0;
  const late: string[] = [];
  for (let number = 0; number < 1000; number += 1) {
    const isAway = number >= 400 && number < 500;
    if (number === 400) {
      late.push(await one.seal(state, "s"));
      await redis.kill();
      await expect
        .poll(() =>
          connections.every(({ service }) => service.context.problems.size),
        )
        .toBe(true);
    }
    if (number === 500) {
      await redis.start();
      await expect
        .poll(() =>
          connections.some(({ service }) => service.context.problems.size),
        )
        .toBe(false);
    }
    const [issuer, opener] = number % 2 === 0 ? [one, two] : [two, one];
    const sealed = await issuer.seal(state, "s").catch(() => undefined);
    if (sealed === undefined) {
      if (!isAway) failedOutside += 1;
      continue;
    }
    expect(isAway).toBe(false);
    // At once at both, and one of those before again.
    const outcomes = await Promise.all([
      open(opener, sealed),
      open(issuer, sealed),
    ]);
    if (!outcomes.includes(true)) failedOutside += 1;
    used.push(sealed);
    const earlier = used[Math.floor(number / 2)] ?? sealed;
    expect(await open(opener, earlier)).toBe(false);
  }
  for (const sealed of [...used, ...late]) {
    expect(await open(one, sealed)).toBe(false);
    expect(await open(two, sealed)).toBe(false);
  }
  expect(failedOutside).toBe(0);
  expect(opened.size).toBe(900);
  expect([...opened.values()].every((times) => times === 1)).toBe(true);
});

test("rotating refresh tokens are never revoked in an hour with Redis away and a replica killed", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const redis = await started(true);
  const { baseUrl, state } = await startStrictServer();
  const connections = [await connect(redis.url), await connect(redis.url)];
  const replicas = connections.map(({ store }) => replicaOf(baseUrl, store));
  const isReady = () =>
    connections.every(({ service }) => service.context.problems.size === 0);
  const failed: [number, string][] = [];
  const callAll = async (seconds: number) => {
    const calls = replicas.flatMap(({ call }) => [call(), call()]);
    for (const reason of await Promise.all(calls))
      if (reason !== "") failed.push([seconds, reason]);
  };
  let hasDied = false;
  for (let seconds = 0; seconds < 3600; seconds += 20) {
    if (seconds === 1200) await redis.kill();
    if (seconds === 1800) {
      await redis.start();
      await expect.poll(isReady).toBe(true);
    }
    await callAll(seconds);
    if (seconds === 2400) {
      hasDied = true;
      await killWithLock(baseUrl, redis.url);
    }
    vi.setSystemTime(Date.now() + 20_000);
  }
  expect(hasDied).toBe(true);
  expect(state.isRevoked).toBe(false);
  expect(failed.length).toBeGreaterThan(0);
  for (const [seconds, reason] of failed) {
    expect(reason).toContain("the store that this server's replicas share");
    expect(seconds).toBeGreaterThanOrEqual(1200);
    expect(seconds).toBeLessThan(1800);
  }
  expect(state.redeemed).toBeGreaterThan(8);

  const { keys, text } = await redis.dump();
  expect(keys.length).toBeGreaterThan(0);
  expect(text).not.toMatch(
    /(access|refresh)-token-\d|secret-of-the-client|127\.0\.0\.1|API_REFRESH|key-of-all-replicas/,
  );

  /** Lets the tokens come to their renewal, and a third replica die as it is about to redeem. */
  async function killWithLock(api: string, url: string): Promise<void> {
    vi.setSystemTime(Date.now() + LIFETIME * 1000);
    await callAll(2400);
    vi.setSystemTime(Date.now() + LIFETIME * 0.9 * 1000 + 1);
    const child = spawn(
      process.execPath,
      [
        "--import",
        "tsx",
        join(import.meta.dirname, "dying-replica.ts"),
        api,
        url,
        String(Date.now()),
      ],
      { stdio: "inherit" },
    );
    const [, signal] = (await once(child, "exit")) as [unknown, string];
    expect(signal).toBe("SIGKILL");
    // The lock lasts for 30 s of real time, and the tokens in hand as long.
    for (let second = 0; second < 32; second += 1) {
      await callAll(2400);
      await new Promise((resolve) => setTimeout(resolve, 900));
      vi.setSystemTime(Date.now() + 900);
    }
  }
});

test("two replicas keep one limit; with Redis killed, each has its own, and then one again", async () => {
  const redis = await started(false);
  const connections = [await connect(redis.url), await connect(redis.url)];
  const isReady = () =>
    connections.every(({ service }) => service.context.problems.size === 0);
  const counts = connections.map(({ store }) => countIn(store));
  /** Number of calls within the rate, of 10 calls at each replica at once. */
  const countAccepted = async (caller: string) => {
    const calls = Array.from({ length: 10 }, () =>
      counts.map(async (count) => count(caller, { count: 7, seconds: 3 })),
    );
    const waits = await Promise.all(calls.flat());
    for (const wait of waits) expect(wait).toBeLessThanOrEqual(3);
    return waits.filter((wait) => wait === 0).length;
  };
  expect([await countAccepted("ann"), await countAccepted("ann")]).toEqual([
    7, 0,
  ]);
  expect(await countAccepted("bob")).toBe(7);
  await new Promise((resolve) => setTimeout(resolve, 3050));
  expect(await countAccepted("ann")).toBe(7);
  await redis.kill();
  expect(await countAccepted("cid")).toBe(14);
  await expect.poll(isReady).toBe(false);
  await redis.start();
  await expect.poll(isReady).toBe(true);
  expect(await countAccepted("dan")).toBe(7);
  const { keys } = await redis.dump();
  expect(keys.join()).toMatch(/^mcp:limit:[\w-]{43}$/);
});

test("a Redis that hangs makes the server not ready, and costs one wait; it comes back by itself", async () => {
  const redis = await started(false);
  const { service, store } = await connect(redis.url);
  await store.set("a", "1", 60);
  redis.stop();
  const isLate = async () => {
    const startTime = performance.now();
    await expect(store.get("a")).rejects.toThrow("is unreachable");
    return performance.now() - startTime > 1000;
  };
  expect([await isLate(), await isLate(), await isLate()]).toEqual([
    true,
    false,
    false,
  ]);
  expect([...service.context.problems]).toEqual(["redis: unreachable"]);
  const count = countIn(store);
  expect(await count("ann", { count: 1, seconds: 60 })).toBe(0);
  redis.continue();
  await expect.poll(() => service.context.problems.size).toBe(0);
  expect(await store.get("a")).toBe("1");
});

test("twenty servers of one environment have one connection, which the last of them closes", async () => {
  const redis = await started(false);
  const observer = createClient({ url: redis.url });
  await observer.connect();
  onTestFinished(() => observer.destroy());
  const countConnections = async () =>
    (await observer.sendCommand<string>(["CLIENT", "LIST", "TYPE", "normal"]))
      .trim()
      .split("\n").length - 1; // without its own
  const server = defineServer({
    name: "test",
    version: "1",
    sources: [],
    features: [redisFeature()],
  });
  const env = { REDIS_URL: redis.url, MCP_STATE_KEY: STATE_KEY };
  const servers = await Promise.all(
    Array.from({ length: 20 }, () =>
      openMcpServer(server, { env, log: silent }),
    ),
  );
  expect(await countConnections()).toBe(1);
  for (const open of servers.slice(1)) await open.close();
  expect(await countConnections()).toBe(1);
  await servers[0]?.close();
  await expect.poll(countConnections).toBe(0);
  expect(env).toEqual({});
});

test("an idle server notices that Redis hangs", async () => {
  const redis = await started(false);
  const { service } = await connect(redis.url);
  redis.stop();
  await expect.poll(() => service.context.problems.size).toBe(1);
  redis.continue();
  await expect.poll(() => service.context.problems.size).toBe(0);
});

test("replicas use one token of the client, and each its own with Redis killed", async () => {
  const redis = await started(false);
  let issued = 0;
  const api = await startUpstream(({ url }, response) => {
    if (url === "/token") issued += 1;
    const fields = { access_token: `access-token-${issued}`, expires_in: 600 };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(fields));
  });
  const createReplica = async () => {
    const { context } = await connect(redis.url);
    const it = oauth2({
      tokenUrl: `${api.baseUrl}/token`,
      token: "API_TOKEN",
      clientId: "API_CLIENT_ID",
      clientSecret: "API_CLIENT_SECRET",
      refreshToken: "API_REFRESH_TOKEN",
      ...(context.createTokenKeeper && { tokens: context.createTokenKeeper }),
      env: {
        API_CLIENT_ID: "client",
        API_CLIENT_SECRET: "secret-of-the-client",
      },
    });
    return callerOf({ baseUrl: api.baseUrl, credentials: { it } });
  };
  const [one, two, three] = [
    await createReplica(),
    await createReplica(),
    await createReplica(),
  ];
  await one();
  await two();
  expect(issued).toBe(1);
  const { keys, text } = await redis.dump();
  expect(keys.join()).toMatch(/^mcp:token:[\w-]{43}$/);
  expect(text).not.toMatch(/access-token|secret-of-the-client|127\.0\.0\.1/);
  await redis.kill();
  await three();
  await one();
  expect(issued).toBe(2);
});

test("a user with the rights that the docs list is enough", async () => {
  const redis = await started(false);
  const [, list = ""] =
    /The user needs `~mcp:\*` and the commands ([^.]*)\./.exec(
      readFileSync("docs/redis.md", "utf8"),
    ) ?? [];
  const commands = list.match(/(?<=`)[A-Z]+/g) ?? [];
  const rights = commands.map((command) => `+${command.toLowerCase()}`);
  const client = createClient({ url: redis.url });
  await client.connect();
  const user = ["mcp", "on", ">password", "~mcp:*", ...rights];
  await client.sendCommand(["ACL", "SETUSER", ...user]);
  client.destroy();
  const url = redis.url.replace("//", "//mcp:password@");
  const { service, store } = await connect(url);
  expect([...service.context.problems]).toEqual([]);
  await store.set("a", "1", 60);
  expect([await store.get("a"), await store.take("a")]).toEqual(["1", "1"]);
  expect(await store.lock("l", async () => 1)).toBe(1);
  const count = countIn(store);
  const once = { count: 1, seconds: 60 };
  expect([await count("ann", once), await count("ann", once)]).toEqual([
    0,
    expect.closeTo(60, 0),
  ]);
  expect(commands.length).toBeGreaterThan(4);
});

test("a value that is moved to another caller's key opens nothing", async () => {
  const redis = await started(false);
  const { context, store } = await connect(redis.url);
  const sealed = sealStore(store, stateKeysOf(context));
  const place = { use: "oauth", principal: "ann", origin: "https://a.example" };
  const other = { ...place, principal: "bob" };
  await sealed.set(place, "token-of-ann", 60);
  await sealed.set(other, "token-of-bob", 60);
  const client = createClient({ url: redis.url });
  await client.connect();
  const [first = "", second = ""] = await client.keys("*");
  const values = [await client.get(first), await client.get(second)];
  await client.set(first, values[1] ?? "");
  await client.set(second, values[0] ?? "");
  client.destroy();
  expect([await sealed.get(place), await sealed.get(other)]).toEqual([
    undefined,
    undefined,
  ]);
});
