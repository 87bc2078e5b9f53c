import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { createStates } from "../../../../runtime/features/consent/signed-state.js";
import { cookies } from "../../../../runtime/features/credentials/cookies.js";
import { oauth2 } from "../../../../runtime/features/credentials/oauth/oauth2.js";
import { limits } from "../../../../runtime/features/state/limits.js";
import { redis } from "../../../../runtime/features/state/redis.js";
import { shareCounts } from "../../../../runtime/features/state/shared-count.js";
import { stateKeysOf } from "../../../../runtime/features/state/state-key.js";
import { memoryStore } from "../../../../runtime/features/state/store.js";
import type { Store } from "../../../../runtime/features/state/store.js";
import { concurrency } from "../../../../runtime/features/transport/concurrency.js";
import type { Feature, ToolResult } from "../../../../runtime/index.js";
import {
  breakable,
  LIFETIME,
  startStrictServer,
} from "../credentials/rotation.js";
import { STATE_KEY } from "../credentials/rotation.js";
import { ask, serviceOf, silent } from "../../serving.js";
import type { Serving } from "../../serving.js";
import { startUpstream, toolOf } from "../../upstream.js";

/** The feature as it is with a Redis, which is this store. */
function redisWith(store: Store): Feature {
  const feature = redis();
  return {
    ...feature,
    provide: {
      ...feature.provide,
      store: (context) => ({
        ...store,
        count: shareCounts(store, stateKeysOf(context)),
      }),
    },
  };
}

/** Two replicas of a server, which share a store, or each have their own. */
interface Replicas {
  /** Opens one more replica. */
  readonly open: (serving?: Serving) => Replica;
  /** Makes the store unreachable. */
  readonly cut: () => void;
}

type Replica = ReturnType<typeof openReplica>;

function openReplica(feature: Feature, serving: Serving, env = {}) {
  const service = serviceOf([toolOf({ security: [["it"]] })], {
    ...serving,
    features: [feature, ...(serving.features ?? [])],
    env: { MCP_STATE_KEY: STATE_KEY, ...env },
  });
  return {
    context: service.context,
    /** Calls the tool; resolves to what a model reads. */
    async call(id = "ann"): Promise<string> {
      const principal = { id, scopes: [] };
      const params = { name: "tool" };
      const result = await ask(service, "tools/call", params, { principal });
      const [block] = (result as ToolResult).content;
      return block && "text" in block ? block.text : "";
    },
  };
}

const CLIENT = {
  API_CLIENT_ID: "client",
  API_CLIENT_SECRET: "secret-of-the-client",
};

const OK = '{"ok":true}';
const UNREACHABLE = expect.stringContaining("unreachable") as string;

/** Outcomes with a store that is shared, with none, and with one that is unreachable; by the state's name in docs/redis.md. */
const KINDS: Readonly<
  Record<
    string,
    {
      readonly run: (replicas: Replicas, isCut: boolean) => Promise<unknown>;
      readonly shared: unknown;
      readonly own: unknown;
      readonly unreachable: unknown;
    }
  >
> = {
  "refresh and access tokens": {
    async run({ cut, open }, isCut) {
      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      const { baseUrl, received, state } = await startStrictServer();
      const [one, two] = [1, 2].map(() => open(withOauth(baseUrl, "token-0")));
      const before = [await one?.call(), await two?.call()];
      const { isRevoked, redeemed } = state;
      if (!isCut) return { isRevoked, redeemed };
      cut();
      const current = await one?.call();
      vi.setSystemTime(Date.now() + LIFETIME * 1000);
      const requests = received.length;
      const late = await two?.call();
      return { before, current, late, sent: received.length - requests };
    },
    shared: { isRevoked: false, redeemed: 1 },
    own: { isRevoked: true, redeemed: 1 },
    unreachable: {
      before: ["{}", "{}"],
      current: "{}",
      late: UNREACHABLE,
      sent: 0,
    },
  },
  "tokens of the client": {
    async run({ cut, open }, isCut) {
      let issued = 0;
      const { baseUrl } = await startUpstream(({ url }, response) => {
        if (url === "/token") issued += 1;
        const token = { access_token: `token-${issued}`, expires_in: 600 };
        response.setHeader("content-type", "application/json");
        response.end(url === "/token" ? JSON.stringify(token) : OK);
      });
      if (isCut) cut();
      const serving = withOauth(baseUrl);
      const texts = [await open(serving).call(), await open(serving).call()];
      return { issued, texts };
    },
    shared: { issued: 1, texts: [OK, OK] },
    own: { issued: 2, texts: [OK, OK] },
    unreachable: { issued: 2, texts: [OK, OK] },
  },
  "questions to the user": {
    async run({ cut, open }, isCut) {
      const [one, two] = [1, 2].map(() => createStates(open().context, {}));
      const state = { answered: [], asked: "" };
      const sealed = (await one?.seal(state, "subject")) ?? "";
      if (isCut) cut();
      const openings = [two, one].map(async (states) =>
        states?.open(sealed, "subject", silent).then(
          () => "opened",
          () => "refused",
        ),
      );
      const opened = (await Promise.all(openings)).sort();
      const next = await one
        ?.seal(state, "subject")
        .then(() => "asked", String);
      return { next, opened };
    },
    shared: { next: "asked", opened: ["opened", "refused"] },
    own: { next: "asked", opened: ["opened", "opened"] },
    unreachable: { next: UNREACHABLE, opened: ["refused", "refused"] },
  },
  cookies: {
    async run({ cut, open }, isCut) {
      const { baseUrl, received } = await startUpstream((_, response) => {
        response.setHeader("set-cookie", "session=1; Path=/").end(OK);
      });
      if (isCut) cut();
      const client = { baseUrl, middleware: [cookies()] };
      const [one, two] = [open({ client }), open({ client })];
      await one.call();
      const last = await two.call();
      const sent = received.map(({ headers }) => headers["cookie"] ?? "none");
      return isCut ? { last, sent } : { sent };
    },
    shared: { sent: ["none", "session=1"] },
    own: { sent: ["none", "none"] },
    unreachable: { last: UNREACHABLE, sent: [] },
  },
  "`maxConcurrency`": {
    async run({ cut, open }, isCut) {
      const held: (() => void)[] = [];
      const { baseUrl } = await startUpstream((_, response) => {
        held.push(() => void response.end(OK));
      });
      if (isCut) cut();
      const client = { baseUrl, middleware: [concurrency(1)] };
      const calls = [1, 2].map(async () => open({ client }).call());
      await expect.poll(() => held.length).toBeGreaterThan(0);
      // A request that may be sent at the same time arrives meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const atOnce = held.length;
      held.splice(0).forEach((respond) => respond());
      await expect.poll(() => atOnce + held.length).toBe(2);
      held.forEach((respond) => respond());
      await Promise.all(calls);
      return { atOnce };
    },
    shared: { atOnce: 1 },
    own: { atOnce: 2 },
    unreachable: { atOnce: 2 },
  },
  "`limits`": {
    async run({ cut, open }, isCut) {
      const { baseUrl, received } = await startUpstream();
      if (isCut) cut();
      const features = [limits({ perCaller: "1/h" })];
      const [one, two] = [1, 2].map(() =>
        open({ client: { baseUrl }, features }),
      );
      for (const replica of [one, two, one, two]) await replica?.call();
      return received.length;
    },
    shared: 1,
    own: 2,
    unreachable: 2,
  },
};

/** A client with tokens of OAuth. */
const withOauth = (baseUrl: string, refreshToken = ""): Serving => ({
  env: {
    ...CLIENT,
    ...(refreshToken && { API_REFRESH_TOKEN: `refresh-${refreshToken}` }),
  },
  client: {
    baseUrl,
    credentials: {
      it: oauth2({
        tokenUrl: `${baseUrl}/token`,
        token: "API_TOKEN",
        clientId: "API_CLIENT_ID",
        clientSecret: "API_CLIENT_SECRET",
        refreshToken: "API_REFRESH_TOKEN",
      }),
    },
  },
});

test("docs/redis.md has a row for each kind of state", () => {
  const [, table = ""] =
    /^\| State .*\n.*\n((?:\|.*\n)+)/m.exec(
      readFileSync("docs/redis.md", "utf8"),
    ) ?? [];
  const names = [...table.matchAll(/^\| (.*?) +\|/gm)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(KINDS));
});

test.each(
  Object.entries(KINDS).flatMap(([name, { run, ...outcomes }]) =>
    Object.entries(outcomes).map(([mode, outcome]) => ({
      ...{ mode, name, outcome, run },
    })),
  ),
)("$name, if the state is $mode", async ({ mode, outcome, run }) => {
  const { state, store } = breakable(memoryStore());
  const replicas: Replicas = {
    open: ({ env, ...serving } = {}) =>
      openReplica(mode === "own" ? redis() : redisWith(store), serving, env),
    cut: () => void (state.isAway = true),
  };
  expect(await run(replicas, mode === "unreachable")).toEqual(outcome);
});
