import { createHash } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { redis } from "../../../../runtime/features/state/redis.js";
import { sealStore } from "../../../../runtime/features/state/sealed-store.js";
import {
  memoryStore,
  StoreError,
  storeOf,
} from "../../../../runtime/features/state/store.js";
import type { Store } from "../../../../runtime/features/state/store.js";
import { close, serviceOf, silent, start } from "../../serving.js";
import { toolOf } from "../../upstream.js";
import {
  breakable,
  LIFETIME,
  replicaOf,
  startStrictServer,
  STATE_KEY,
} from "../credentials/rotation.js";
import { createStates, stateKeysFrom } from "../../alone.js";

describe("memoryStore()", () => {
  test("keeps values until they expire or are taken", async () => {
    const store = memoryStore();
    await store.set("a", "1", 60);
    await store.set("b", "2", 0);
    expect([await store.get("a"), await store.get("b")]).toEqual([
      "1",
      undefined,
    ]);
    const results = await Promise.all([store.take("a"), store.take("a")]);
    expect(results).toEqual(["1", undefined]);
  });

  test("runs work under one lock in sequence, also after a failure", async () => {
    const store = memoryStore();
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      throw new Error("failed");
    };
    const runs = Array.from({ length: 4 }, () => store.lock("a", work));
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array(4).fill("rejected"),
    );
    expect(most).toBe(1);
  });
});

describe("sealed values", () => {
  const place = { use: "oauth", principal: "ann", origin: "https://a.example" };

  /** A memory, and what is in it. */
  function seen() {
    const kept = new Map<string, string>();
    const store: Store = {
      ...memoryStore(),
      get: async (key) => kept.get(key),
      set: async (key, value) => void kept.set(key, value),
    };
    return { kept, store };
  }

  test("open only under their key, and reveal nothing", async () => {
    const { kept, store } = seen();
    const sealed = sealStore(
      store,
      stateKeysFrom({ MCP_STATE_KEY: STATE_KEY }),
    );
    await sealed.set(place, "the-token", 60);
    expect(await sealed.get(place)).toBe("the-token");
    const dump = JSON.stringify([...kept]);
    expect(dump).not.toMatch(/the-token|ann|example/);
    const [value = ""] = kept.values();
    for (const change of [
      { principal: "bob" },
      { use: "cookies" },
      { origin: "https://b.example" },
    ]) {
      const other = { ...place, ...change };
      await sealed.set(other, "x", 60);
      const key = [...kept.keys()].at(-1) ?? "";
      kept.set(key, value);
      expect(await sealed.get(other)).toBeUndefined();
    }
    for (const odd of ["", "AAAA", `${value}A`, value.slice(4)]) {
      const [key = ""] = kept.keys();
      kept.set(key, odd);
      expect(await sealed.get(place)).toBeUndefined();
    }
  });

  test("open with the previous encryption key, and with no other", async () => {
    const { store } = seen();
    const seal = (env: NodeJS.ProcessEnv) =>
      sealStore(store, stateKeysFrom(env));
    await seal({ MCP_STATE_KEY: STATE_KEY }).set(place, "the-token", 60);
    const next = { MCP_STATE_KEY: "n-key-0123456789".repeat(2) };
    const both = { ...next, MCP_STATE_KEY_PREVIOUS: STATE_KEY };
    expect(await seal(both).get(place)).toBe("the-token");
    expect(await seal(next).get(place)).toBeUndefined();
  });

  /** Environments of two replicas while the key of all is replaced. */
  const before = {
    MCP_STATE_KEY: STATE_KEY,
    MCP_STATE_KEY_PREVIOUS: "n-key-0123456789".repeat(2),
  };
  const after = {
    MCP_STATE_KEY: "n-key-0123456789".repeat(2),
    MCP_STATE_KEY_PREVIOUS: STATE_KEY,
  };

  test.each([
    ["a".repeat(40), false],
    [" ".repeat(40), false],
    ["abcdefg".repeat(6), false],
    ["abcdefgh".repeat(4), true],
    ["5f".repeat(4) + "0123456789abcdef".repeat(3), true],
  ])(
    "are sealed with a key only if 8 of its characters differ: %j",
    (key, isTaken) => {
      const list = () => stateKeysFrom({ MCP_STATE_KEY: key }).list();
      if (isTaken) expect(list()).toHaveLength(1);
      else
        expect(list).toThrow(
          "MCP_STATE_KEY has fewer than 8 different characters, so it can be guessed. Create one with: openssl rand -hex 32",
        );
      // One that was taken before can still be replaced.
      const env = { MCP_STATE_KEY: STATE_KEY, MCP_STATE_KEY_PREVIOUS: key };
      expect(stateKeysFrom(env).list()).toHaveLength(2);
    },
  );

  test("have names that no one can guess without the key", async () => {
    const { kept, store } = seen();
    for (const key of [STATE_KEY, "n-key-0123456789".repeat(2)]) {
      const keys = stateKeysFrom({ MCP_STATE_KEY: key });
      await sealStore(store, keys).set(place, "the-token", 60);
    }
    const names = [...kept.keys()];
    expect(new Set(names).size).toBe(2);
    const { origin, principal, use } = place;
    const guess = createHash("sha256").update(
      JSON.stringify([principal, use, origin]),
    );
    expect(names).not.toContain(`oauth:${guess.digest("base64url")}`);
  });

  test("are the newest ones of both keys while replicas change the key", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { kept, store } = seen();
    // A replica that ends before it removes the older value.
    const dying = { ...store, take: () => Promise.reject(new Error("ended")) };
    const replicas = [before, after].map((env) =>
      sealStore(dying, stateKeysFrom({ ...env })),
    );
    for (const [index, replica] of [...replicas, ...replicas].entries()) {
      vi.setSystemTime(Date.now() + 1_000);
      await replica.set(place, `token ${index}`, 60);
      for (const reader of replicas)
        expect(await reader.get(place)).toBe(`token ${index}`);
    }
    expect(kept.size).toBe(2);
  });

  test("are under one lock while replicas change the key", async () => {
    const store = memoryStore();
    const old = { MCP_STATE_KEY: STATE_KEY };
    const next = { MCP_STATE_KEY: "n-key-0123456789".repeat(2) };
    for (const envs of [
      [before, after],
      [old, before],
      [after, next],
    ]) {
      let running = 0;
      let most = 0;
      const runs = [...envs, ...envs].map((env) =>
        sealStore(store, stateKeysFrom({ ...env })).lock(place, async () => {
          most = Math.max(most, (running += 1));
          await new Promise((resolve) => setTimeout(resolve, 5));
          running -= 1;
        }),
      );
      await Promise.all(runs);
      expect(most).toBe(1);
    }
  });
});

describe("rotating refresh tokens of replicas", () => {
  function useFakeDate() {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
  }
  const pass = (seconds: number) =>
    vi.setSystemTime(Date.now() + seconds * 1000);

  test("are never used twice in an hour, ten minutes of it without the store", async () => {
    useFakeDate();
    const { baseUrl, state } = await startStrictServer();
    const shared = memoryStore();
    const [one, two] = [breakable(shared), breakable(shared)];
    const replicas = [one, two].map(({ store }) => replicaOf(baseUrl, store));
    const failed: number[] = [];
    for (let seconds = 0; seconds < 3600; seconds += 20) {
      const isAway = seconds >= 1200 && seconds < 1800;
      one.state.isAway = two.state.isAway = isAway;
      const calls = replicas.flatMap(({ call }) => [call(), call()]);
      const reasons = (await Promise.all(calls)).filter(Boolean);
      if (reasons.length > 0) failed.push(seconds);
      for (const reason of reasons) expect(reason).toContain("store");
      pass(20);
    }
    expect(state.isRevoked).toBe(false);
    expect(state.redeemed).toBeLessThanOrEqual(3600 / (LIFETIME - 60) + 2);
    expect(failed.length).toBeGreaterThan(5);
    expect(failed[0]).toBeGreaterThanOrEqual(1200);
    expect(failed.at(-1)).toBeLessThan(1800);
  });

  test("are stored as soon as the store is back", async () => {
    useFakeDate();
    const { baseUrl, state } = await startStrictServer();
    const { store, state: away } = breakable(memoryStore());
    const { call, it } = replicaOf(baseUrl, store);
    expect(await call()).toBe("");
    pass(LIFETIME);
    state.tell = () => void (away.isAway = true);
    expect(await call()).toContain("the store is unreachable");
    state.tell = () => {};
    away.isAway = false;
    expect(await call()).toBe("");
    expect(await replicaOf(baseUrl, store).call()).toBe("");
    expect([state.isRevoked, state.redeemed]).toEqual([false, 2]);
    expect(it.secrets).toEqual(
      expect.arrayContaining(["refresh-token-2", "access-token-2"]),
    );
  });

  test("that end while another replica fetches the next one are waited for", async () => {
    useFakeDate();
    const { baseUrl, state } = await startStrictServer();
    const shared = breakable(memoryStore()).store;
    let hold = Promise.resolve();
    // The token ends between the look at it and the look at the lock.
    const slow: Store = {
      ...shared,
      lock: async (key, work, waitSeconds) => {
        await hold;
        return shared.lock(key, work, waitSeconds);
      },
    };
    const [one, two] = [replicaOf(baseUrl, shared), replicaOf(baseUrl, slow)];
    expect([await one.call(), await two.call()]).toEqual(["", ""]);
    pass(LIFETIME - 5);
    let release = () => {};
    hold = new Promise((resolve) => (release = resolve));
    const late = two.call();
    const renewing = new Promise<string>((resolve) => {
      state.tell = () => {
        // The first replica holds the lock from here on until it has its response.
        pass(6);
        release();
        resolve(one.call());
      };
    });
    const first = await one.call();
    expect([first, await renewing, await late]).toEqual(["", "", ""]);
    expect(state.isRevoked).toBe(false);
  });

  test("are lost if a replica ends before it can store them, and the log says so", async () => {
    useFakeDate();
    const { baseUrl, state } = await startStrictServer();
    const { store, state: away } = breakable(memoryStore());
    const [dying, other] = [
      replicaOf(baseUrl, store),
      replicaOf(baseUrl, store),
    ];
    expect([await dying.call(), await other.call()]).toEqual(["", ""]);
    pass(LIFETIME);
    state.tell = () => void (away.isAway = true);
    await dying.call();
    state.tell = () => {};
    away.isAway = false;
    expect(await other.call()).toContain(
      "Its owner has to log in again, and to set API_REFRESH_TOKEN.",
    );
    expect(state.isRevoked).toBe(false);
  });

  test("are not used again if the store has lost the newer one", async () => {
    useFakeDate();
    const { baseUrl, state } = await startStrictServer();
    const stores = [memoryStore(), memoryStore()];
    let at = 0;
    const forgetful: Store = {
      ...memoryStore(),
      get: (key) => (stores[at] ?? memoryStore()).get(key),
      set: (key, value, seconds) =>
        (stores[at] ?? memoryStore()).set(key, value, seconds),
    };
    const { call } = replicaOf(baseUrl, forgetful);
    expect(await call()).toBe("");
    pass(LIFETIME);
    at = 1;
    expect(await call()).toContain("the store has forgotten it");
    expect(state.isRevoked).toBe(false);
  });

  test("are replaced by a changed variable, and a refused one is not used again", async () => {
    useFakeDate();
    const { baseUrl, received } = await startStrictServer();
    const store = memoryStore();
    const one = replicaOf(baseUrl, store);
    await one.call();
    one.env.API_REFRESH_TOKEN = "refresh-token-1";
    pass(LIFETIME);
    expect(await one.call()).toBe("");
    const forms = received.filter(({ url }) => url === "/token");
    expect(
      forms.map(({ body }) => body.match(/refresh-token-\d/)?.[0]),
    ).toEqual(["refresh-token-0", "refresh-token-1"]);
  });
});

describe("states in a store", () => {
  const env = () => ({ MCP_STATE_KEY: STATE_KEY });
  const state = { answered: [], asked: "" };

  test("are opened once, by any replica, and not after the store lost them", async () => {
    const { store, state: away } = breakable(memoryStore());
    const replicas = [1, 2].map(() =>
      createStates({ env: env(), store: () => store }),
    );
    const [one, two] = replicas;
    if (!one || !two) throw new Error("two were made");
    const sealed = await one.seal(state, "subject");
    const opened = await Promise.allSettled(
      [one, two, one].map((states) => states.open(sealed, "subject", silent)),
    );
    expect(opened.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    const other = await two.seal(state, "subject");
    away.isAway = true;
    await expect(one.open(other, "subject", silent)).rejects.toThrow(
      "Nothing was sent",
    );
    await expect(one.seal(state, "subject")).rejects.toThrow("is unreachable");
    const forgetful = createStates({
      env: env(),
      store: () => breakable(memoryStore()).store,
    });
    await expect(forgetful.open(other, "subject", silent)).rejects.toThrow(
      "Nothing was sent",
    );
  });
});

test("1,000 consents over two replicas are used once, even if the store fails or forgets", async () => {
  const first = breakable(memoryStore());
  const second = breakable(memoryStore());
  let { state: away, store } = first;
  const create = () =>
    createStates({ env: { MCP_STATE_KEY: STATE_KEY }, store: () => store });
  const [one, two] = [create(), create()];
  const state = { answered: [], asked: "" };
  const open = (states: typeof one, sealed: string) =>
    states.open(sealed, "s", silent).then(
      () => 1,
      () => 0,
    );
  const used: string[] = [];
  let uses = 0;
  for (let number = 0; number < 1000; number += 1) {
    away.isAway = number >= 400 && number < 500;
    if (number === 500) ({ state: away, store } = second);
    const [issuer, opener] = number % 2 === 0 ? [one, two] : [two, one];
    const sealed = await issuer.seal(state, "s").catch(() => undefined);
    expect(sealed === undefined).toBe(away.isAway);
    if (sealed === undefined) continue;
    const outcomes = await Promise.all([
      open(opener, sealed),
      open(issuer, sealed),
    ]);
    uses += outcomes[0] + outcomes[1];
    used.push(sealed);
  }
  for (const sealed of used) {
    uses += await open(one, sealed);
    uses += await open(two, sealed);
  }
  expect(uses).toBe(900);
});

describe("the address of Redis", () => {
  test("needs a state key, and is removed from the environment", async () => {
    const env = { REDIS_URL: "redis://127.0.0.1:1" };
    const service = serviceOf([toolOf()], { env, features: [redis()] });
    await expect(start(service, silent)).rejects.toThrow("set MCP_STATE_KEY");
    expect(env).toEqual({});
  });

  test.each([
    "localhost:6379",
    "redis:6379",
    "http://127.0.0.1:6379",
    "redis://ann:hunter/2@127.0.0.1:6379",
    "redis://127.0.0.1:6379/pets",
  ])(
    "that is %s stops the start, and the error has no password",
    async (url) => {
      const env = { REDIS_URL: url, MCP_STATE_KEY: STATE_KEY };
      const service = serviceOf([toolOf()], { env, features: [redis()] });
      const error = await start(service, silent).catch(String);
      expect(error).toContain("REDIS_URL must be a URL such as redis://user:");
      expect(error).not.toContain("hunter");
    },
  );

  test("without a server makes the MCP server not ready, and calls report why", async () => {
    const env = { REDIS_URL: "redis://127.0.0.1:1", MCP_STATE_KEY: STATE_KEY };
    const service = serviceOf([toolOf()], { env, features: [redis()] });
    await start(service, silent);
    onTestFinished(() => close(service));
    expect([...service.context.problems]).toEqual(["redis: unreachable"]);
    await expect(storeOf(service.context).get("a")).rejects.toThrow(StoreError);
  });

  test("is optional, and the store is in the process without it", () => {
    const { context } = serviceOf([toolOf()], { features: [redis()] });
    expect(storeOf(context)).toBe(storeOf(context));
    expect(storeOf(context).isShared).toBe(false);
  });
});
