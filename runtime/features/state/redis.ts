import { createClient } from "redis";
import { raceAbort, takeVariable } from "../../index.js";
import type { Feature, Log, ServerContext } from "../../index.js";
import { createTokenKeeper } from "../credentials/oauth/shared-tokens.js";
import { sealStore } from "./sealed-store.js";
import { waitForSlot } from "./shared-concurrency.js";
import { shareCounts } from "./shared-count.js";
import { stateKeysOf } from "./state-key.js";
import type { StateKeys } from "./state-key.js";
import { createStore, memoryStore, storeOf, StoreError } from "./store.js";
import type { Store } from "./store.js";

/** Milliseconds: for one command, for a connection, between two tries to connect, to wait at the start. */
const COMMAND_MS = 2_000;
const CONNECT_MS = 2_000;
const MAX_RECONNECT_MS = 1_000;
const START_MS = 5_000;
/** Milliseconds without a command after which the connection is tried, and without a byte after which it counts as lost. */
const PING_MS = 4_000;
const SILENCE_MS = 10_000;

/** Reason why the server is not ready as long as Redis is unreachable. */
const PROBLEM = "redis: unreachable";

/** Prefix of all keys of this runtime. */
const PREFIX = "mcp:";

/**
 * Shares the state of replicas in the Redis or Valkey that `REDIS_URL` names; without it, each process has its own. If
 * Redis is unreachable, the server starts anyway, `/readyz` names the problem, and the connection comes back by itself.
 */
export function redis(): Feature {
  return {
    name: "redis",
    provide: {
      store: connectStore,
      sealedStore: (context) =>
        isShared(context)
          ? sealStore(storeOf(context), stateKeysOf(context))
          : undefined,
      createTokenKeeper(context) {
        if (!isShared(context)) return undefined;
        const keyedStore = {
          keys: stateKeysOf(context),
          store: storeOf(context),
        };
        return (options) => createTokenKeeper(options, keyedStore);
      },
      waitForSlot: (context) =>
        isShared(context)
          ? (request) => waitForSlot(storeOf(context), request)
          : undefined,
    },
  };
}

const isShared = ({ store }: ServerContext) => store?.isShared === true;

/** Connects the store that replicas share. `REDIS_URL` may hold a password, so it is removed from the environment. */
function connectStore(context: ServerContext): Store {
  const readUrl = () => takeVariable(context, "REDIS_URL").trim();
  if (readUrl() === "") return memoryStore();
  const connection = createConnection(readUrl, stateKeysOf(context));
  const { lifecycles, log, problems } = context;
  lifecycles.add({
    start: () => connection.start(log, problems),
    close: () => connection.close(),
  });
  return connection.store;
}

function createConnection(readUrl: () => string, keys: StateKeys) {
  let client: Client | undefined;
  let clientUrl = "";
  let connected: Promise<unknown> | undefined;
  let observe = (openedClient: Client): void => {
    openedClient.on("error", () => undefined); // it connects again by itself
  };

  /** Returns the client of the URL, which connects on its own. */
  function connect(): Client {
    const url = readUrl();
    if (client && clientUrl === url) return client;
    if (!keys.isConfigured())
      throw new Error(
        "REDIS_URL: values that replicas share are sealed, so set MCP_STATE_KEY (32 characters or more, the same for all replicas).",
      );
    const openedClient = openClient(url);
    client?.destroy();
    clientUrl = url;
    client = openedClient;
    observe(client);
    connected = client.connect().catch(() => undefined);
    return client;
  }

  /** Replaces a client whose connection is silent. Until it is back, commands reject at once. */
  function reconnect(silentClient: Client): void {
    if (client !== silentClient || !silentClient.isReady) return;
    silentClient.emit("error", new Error("Redis does not respond."));
    silentClient.destroy();
    client = undefined;
    connect();
    connected = undefined;
  }

  /** Runs a command. Rejects with a `StoreError` if Redis does not respond in time. */
  async function run<Reply>(
    command: (client: Client) => Promise<Reply>,
  ): Promise<Reply> {
    const openedClient = connect();
    const signal = AbortSignal.timeout(COMMAND_MS);
    try {
      if (!openedClient.isReady && connected)
        await raceAbort(connected, signal);
      return await raceAbort(command(openedClient), signal);
    } catch (cause) {
      if (signal.aborted) reconnect(openedClient);
      throw new StoreError(
        "the store that this server's replicas share is unreachable. Try again in a minute; its owner finds the reason in the log.",
        { cause },
      );
    }
  }

  const get: Store["get"] = async (key) =>
    (await run((client) => client.get(PREFIX + key))) ?? undefined;

  const count: Store["count"] = async (key, seconds) => {
    const reply = await run((client) =>
      client.eval(COUNT, {
        keys: [PREFIX + key],
        arguments: [String(Math.ceil(seconds * 1000))],
      }),
    );
    const [value = 0, milliseconds = 0] = [reply].flat().map(Number);
    return { value, seconds: milliseconds / 1000 };
  };

  const store = createStore({
    isShared: true,
    get,
    count: shareCounts({ count, get }, keys),
    set: async (key, value, seconds) => {
      await run((client) =>
        client.set(PREFIX + key, value, toExpiration(seconds)),
      );
    },
    take: async (key) =>
      (await run((client) => client.getDel(PREFIX + key))) ?? undefined,
    add: async (key, value, seconds) => {
      const reply = await run((client) =>
        client.set(PREFIX + key, value, {
          condition: "NX",
          ...toExpiration(seconds),
        }),
      );
      return reply !== null;
    },
    remove: async (key, value) => {
      await run((client) =>
        client.eval(REMOVE, { keys: [PREFIX + key], arguments: [value] }),
      );
    },
  });

  return {
    store,
    async start(log: Log, problems: Set<string>): Promise<void> {
      observe = (openedClient) => observeClient(openedClient, log, problems);
      client?.destroy();
      client = undefined;
      problems.add(PROBLEM);
      const openedClient = connect();
      const signal = AbortSignal.timeout(START_MS);
      await raceAbort(connected ?? Promise.resolve(), signal).catch(() =>
        log.error("redis", {
          message: "Redis is unreachable. The server continues to try.",
        }),
      );
      connected = undefined; // commands no longer wait for the first connection
      if (openedClient.isReady) problems.delete(PROBLEM);
    },
    close(): void {
      client?.destroy();
      client = undefined;
    },
  };
}

/** Tells the log and readiness when the connection ends and comes back. */
function observeClient(client: Client, log: Log, problems: Set<string>): void {
  client.on("ready", () => {
    problems.delete(PROBLEM);
    log.info("redis", { message: "Redis is connected." });
  });
  client.on("error", (error: unknown) => {
    const isNew = !problems.has(PROBLEM);
    problems.add(PROBLEM);
    const { code } = Object(error) as { code?: unknown };
    if (isNew) log.error("redis", { message: "Redis is unreachable.", code });
  });
}

type Client = ReturnType<typeof openClient>;

/** Creates a client that rejects at once while there is no connection, and never stops to connect. */
function openClient(url: string) {
  try {
    if (new URL(url).hostname === "") throw new Error(); // `redis:6379` would be this machine
    return createRedisClient(url);
  } catch {
    // The error of an invalid URL has the URL, which may hold a password.
    throw new Error(
      "REDIS_URL must be a URL such as redis://user:password@host:6379/0, or with rediss: for TLS. In a password, write characters such as / ? # @ % as %2F, %3F, %23, %40 and %25.",
    );
  }
}

function createRedisClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, MAX_RECONNECT_MS),
    },
  });
}

const toExpiration = (seconds: number) => ({
  expiration: { type: "PX", value: Math.ceil(seconds * 1000) } as const,
});

/** Removes a key if it has this value. https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/ */
const REMOVE = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`;

/** Adds 1 to a count that ends by itself; returns it and its milliseconds. A script runs as a whole, alone. */
const COUNT = `local value = redis.call("incr", KEYS[1])
local milliseconds = redis.call("pttl", KEYS[1])
if milliseconds < 0 then
  milliseconds = tonumber(ARGV[1])
  redis.call("pexpire", KEYS[1], ARGV[1])
end
return { value, milliseconds }`;
