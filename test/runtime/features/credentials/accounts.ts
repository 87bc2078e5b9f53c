import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OAuth2Server } from "oauth2-mock-server";
import { onTestFinished } from "vitest";
import { perCaller } from "../../../../runtime/features/credentials/per-caller.js";
import { createTokenKeeper } from "../../../../runtime/features/credentials/oauth/shared-tokens.js";
import { jwtTokens } from "../../../../runtime/features/http/auth/jwt.js";
import { audit } from "../../../../runtime/features/observe/audit/audit.js";
import { createLog } from "../../../../runtime/features/observe/log.js";
import { sealStore } from "../../../../runtime/features/state/sealed-store.js";
import { stateKeysOf } from "../../../../runtime/features/state/state-key.js";
import { memoryStore } from "../../../../runtime/features/state/store.js";
import type { Store } from "../../../../runtime/features/state/store.js";
import type {
  Args,
  Component,
  Environment,
  Feature,
  Tool,
} from "../../../../runtime/index.js";
import { ask as askHttp, message } from "../../ask.js";
import { secured, serviceOf } from "../../serving.js";
import type { Serving } from "../../serving.js";
import { startUpstream } from "../../upstream.js";
import type { Options } from "../../upstream.js";
import type { ListenOptions } from "../../alone.js";
import { listenOnHttp } from "../http/listening.js";

export const AUDIENCE = "https://mcp.example/mcp";
export const STATE_KEY = "key-of-all-replicas-0123456789abcdef";
export const CLAIM = "backend_api_key";

/** Keys of two people and of the server at the API. */
export const KEYS = {
  ann: "key-of-ann-0123456789",
  bob: "key-of-bob-0123456789",
  server: "key-of-server-0123456789",
} as const;

/** Starts an authorization server, which signs what it is told to. */
export async function startIssuer() {
  const id = new OAuth2Server();
  await id.issuer.keys.generate("ES256");
  await id.start(0, "127.0.0.1");
  const url = `http://127.0.0.1:${id.address().port}`;
  id.issuer.url = url;
  return {
    url,
    auth: () =>
      jwtTokens({ issuer: url, audience: AUDIENCE, jwksUrl: `${url}/jwks` }),
    /** Signs a token with these claims. */
    tokenOf: (claims: Args, expiresIn = 7200): Promise<string> =>
      id.issuer.buildToken({
        expiresIn,
        scopesOrTransform: (_header, payload) => {
          Object.assign(payload, { aud: AUDIENCE, ...claims });
        },
      }),
    stop: () => id.stop(),
  };
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>;

/** Starts an API that knows people by their keys, and repeats the key in each response. */
export async function startApi() {
  const people = new Map<string, string>(
    Object.entries(KEYS).map(([name, key]) => [`Bearer ${key}`, name]),
  );
  const api = await startUpstream(({ headers }, response) => {
    const { authorization = "" } = headers;
    const person = people.get(authorization);
    response
      .writeHead(person ? 200 : 401, { "content-type": "text/plain" })
      .end(`you are ${person ?? "nobody"}, ${authorization}`);
  });
  return {
    ...api,
    people,
    sent: () => api.received.map(({ headers }) => headers["authorization"]),
  };
}

/** A store that replicas share, and all that was written to it. */
export function recordStore(): {
  store: Store;
  feature: Feature;
  seen: string[];
} {
  const seen: string[] = [];
  const memory = memoryStore();
  const store: Store = {
    ...memory,
    isShared: true,
    set(key, value, seconds) {
      seen.push(key, value);
      return memory.set(key, value, seconds);
    },
    count(key, seconds) {
      seen.push(key);
      return memory.count(key, seconds);
    },
    lock(key, work, waitSeconds) {
      seen.push(key);
      return memory.lock(key, work, waitSeconds);
    },
  };
  const feature: Feature = {
    name: "redis",
    provide: {
      store: () => store,
      sealedStore: (context) => sealStore(store, stateKeysOf(context)),
      createTokenKeeper: (context) => (options) =>
        createTokenKeeper(options, { keys: stateKeysOf(context), store }),
    },
  };
  return { store, feature, seen };
}

export interface Served {
  readonly client: Partial<Options>;
  readonly tools?: readonly Component[];
  readonly features?: readonly Feature[];
  readonly env?: Environment;
  readonly listen?: ListenOptions;
  readonly serving?: Partial<Serving>;
}

export const readTool: Tool = secured("read", [["it"]]);

/** Serves one API over HTTP with a trail and a log. Calls return all that the caller got. */
export async function serveAccounts({
  client,
  env = {},
  features = [],
  listen = {},
  serving = {},
  tools = [readTool],
}: Served) {
  const folder = mkdtempSync(join(tmpdir(), "accounts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const trailPath = join(folder, "trail.jsonl");
  const lines: string[] = [];
  const variables = {
    MCP_STATE_KEY: STATE_KEY,
    MCP_AUDIT: trailPath,
    ...env,
  };
  const service = serviceOf(tools, {
    ...serving,
    features: [...features, audit()].sort(byStage),
    client: { forCaller: perCaller(), ...client },
  });
  const log = createLog({
    level: "debug",
    redact: service.context.redact,
    write: (line) => lines.push(line),
  });
  const { url } = await listenOnHttp(service, {
    env: variables,
    log,
    ...listen,
  });
  const call = async (
    headers: Record<string, string>,
    name = "read",
    args: Args = {},
  ) => {
    const reply = await askHttp(url, {
      headers,
      body: message("tools/call", { name, arguments: args }),
    });
    return `${reply.status} ${reply.body}`;
  };
  return {
    url,
    lines,
    call,
    /** Lines of the trail, parsed. */
    readTrail: () =>
      readFileSync(trailPath, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Args),
    /** Reads all that the owner of the server can see. */
    readAll: () => lines.join("") + readFileSync(trailPath, "utf8"),
  };
}

/** Order of features by stage, as a generated server has them. */
const STAGES = ["connection", "guard", "record", "call", "methods"];
const byStage = (one: Feature, other: Feature) =>
  STAGES.indexOf(one.stage ?? "") - STAGES.indexOf(other.stage ?? "");

export const bearerOf = (token: string) => ({
  authorization: `Bearer ${token}`,
});
