import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Config } from "../../generator/index.js";
import { ask, message } from "../runtime/ask.js";
import { startUpstream } from "../runtime/upstream.js";
import type { Received } from "../runtime/upstream.js";
import { emit, serve } from "./project.js";

const JWT: Config = { auth: "jwt", limits: { perCaller: "60/min" } };
const REPLICAS: Config = {
  features: ["cookies", "redis"],
  limits: { perCaller: "60/min" },
  maxConcurrency: 2,
};
const FILES: Config = { files: { http: "per-caller" } };
const TELEMETRY: Config = { features: ["telemetry"] };

/** Projects, by name. */
const PROJECTS: Readonly<Record<string, Config>> = {
  plain: {},
  jwt: JWT,
  redis: REPLICAS,
  files: FILES,
  telemetry: TELEMETRY,
  all: {
    ...{ ...JWT, ...REPLICAS, ...FILES },
    audit: { arguments: ["/name"], required: true },
    features: [
      ...["completions", "context", "cookies", "cors", "custom", "per-caller"],
      ...["poll", "prompts", "redis", "secret-files", "sessions", "telemetry"],
    ],
    maxResultTokens: 20_000,
    overrides: { slow: { confirm: "person" } },
    retries: 2,
  },
};

/** Most projects differ from the plain one in a part of what all of them have: `npm run test:lines` runs each. */
const RUN =
  process.env["TOOLWRIGHT_LINES"] === "all"
    ? Object.keys(PROJECTS)
    : ["plain", "all"];

/** Messages, one after the other. */
const MESSAGES: readonly [method: string, params?: object][] = [
  ["tools/list"],
  ["resources/list"],
  ["resources/templates/list"],
  ["prompts/list"],
  ["tools/call", { name: "addPet", arguments: { name: "Rex" } }],
  ["tools/call", { name: "addPet", arguments: { nam: "Rex" } }],
  ["tools/call", { name: "addPet", arguments: { name: "refused" } }],
  ["tools/call", { name: "addPet", arguments: { name: "large" } }],
  ["tools/call", { name: "steps" }],
  ["tools/call", { name: "slow" }],
  ["tools/call", { name: "unknown" }],
  ["resources/read", { uri: "resource://pets" }],
  ["resources/read", { uri: "pets://cat/7" }],
  ["resources/read", { uri: "pets://bird/7" }],
  ["resources/read", { uri: "unknown://" }],
  [
    "completion/complete",
    {
      ref: { type: "ref/resource", uri: "pets://{kind}/{petId}" },
      argument: { name: "kind", value: "c" },
    },
  ],
  ["ping"],
  ["unknown/method"],
];

/** Size of a response that is saved as a file, in bytes. */
const LARGE_BYTES = 70_000;

let authorizationServer: OAuth2Server;
beforeAll(async () => {
  authorizationServer = new OAuth2Server();
  await authorizationServer.issuer.keys.generate("ES256");
  await authorizationServer.start(0, "127.0.0.1");
  authorizationServer.issuer.url = `http://127.0.0.1:${authorizationServer.address().port}`;
});
afterAll(() => authorizationServer.stop());

/** Runs a project on a line of the SDK, and returns all that a caller, the API and an operator see. */
async function observe(config: Config, sdk: "v1" | "v2"): Promise<object> {
  const project = await emit({
    ...config,
    document: "test/emitted/sdk.json",
    sdk,
  });
  await promisify(execFile)(process.execPath, ["build.mjs"], { cwd: project });
  const folder = await mkdtemp(join(tmpdir(), "lines-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const api = await startUpstream(({ method, url }, response, body) => {
    const isLarge = body.includes("large");
    response.writeHead(body.includes("refused") ? 422 : 200, {
      "content-type": isLarge ? "application/pdf" : "application/json",
      "set-cookie": "session=1; Path=/",
    });
    const json = JSON.stringify({ name: `${method} ${url}` });
    response.end(isLarge ? Buffer.alloc(LARGE_BYTES, 1) : json);
  });
  const collector = await startUpstream((_request, response) => {
    response.setHeader("content-type", "application/json").end("{}");
  });
  const { url: issuer = "" } = authorizationServer.issuer;
  const audience = "https://mcp.example/mcp";
  const hasTelemetry = config.features?.includes("telemetry");
  const served = await serve(join(project, "dist/main.js"), {
    env: {
      API_BASE_URL: api.baseUrl,
      LOG_LEVEL: "debug",
      MCP_FILES: folder,
      MCP_STATE_KEY: "key-of-all-replicas-0123456789abcdef",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.baseUrl,
      ...(hasTelemetry && { NODE_OPTIONS: "--import ./dist/telemetry.mjs" }),
      ...(config.auth === "jwt"
        ? {
            MCP_JWT_ISSUER: issuer,
            MCP_JWT_AUDIENCE: audience,
            MCP_JWT_JWKS_URL: `${issuer}/jwks`,
          }
        : { MCP_TOKENS: "ann:first-token-0123456" }),
    },
  });
  const { lines, url } = served;
  const token =
    config.auth === "jwt"
      ? await authorizationServer.issuer.buildToken({
          scopesOrTransform: (_header, payload) => {
            Object.assign(payload, { aud: audience, sub: "ann" });
          },
        })
      : "first-token-0123456";
  const headers = {
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`,
  };
  const results: object[] = [];
  for (const [method, params] of MESSAGES) {
    const request = message(method, params);
    const { body, status } = await ask(url, { body: request, headers });
    results.push({ method, params, status, ...readReply(body) });
  }
  const refused = await ask(url, { body: message("tools/list") });
  const healthy = await fetch(new URL("/readyz", url));
  await served.stop();
  const observations = {
    results,
    refused: refused.status,
    ready: await healthy.text(),
    requests: api.received.map(toShownRequest),
    lines: lines.map(toShownLine),
    ...readTelemetry(collector.received),
  };
  const ids: string[] = [];
  const text = JSON.stringify(observations, shortenText)
    .replaceAll(new URL(url).origin, "http://server")
    .replaceAll(api.baseUrl, "http://api")
    .replaceAll(issuer, "http://issuer")
    .replaceAll(folder, "/folder")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(RANDOM_ID, (randomId) => {
      if (!ids.includes(randomId)) ids.push(randomId);
      return `ID ${ids.indexOf(randomId) + 1}`; // attempt and result of a call have the same
    });
  return JSON.parse(text) as object;
}

/** Cuts a long text. */
const shortenText = (_key: string, value: unknown): unknown =>
  typeof value === "string" && value.length > 500
    ? `${value.slice(0, 100)}… (${value.length} characters)`
    : value;

/** The result or error of a response, which may be an event. */
function readReply(body: string): object {
  const [json = ""] = /\{.*\}/.exec(body) ?? [];
  const { error, result } = JSON.parse(json || "{}") as Record<string, unknown>;
  return { error, result };
}

/** An id of a call, or of a saved file. */
const RANDOM_ID =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<=files:\/\/)[\da-f]{32}/g;

/** Fields that differ in each run; a digest does if the result has such an id. */
const VARYING =
  /^(date|digest|host|ms|run|span_id|time|trace_id|traceparent|user-agent)$/i;

const withoutVarying = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      VARYING.test(name) ? "…" : (value as unknown),
    ]),
  );

const toShownRequest = ({ headers, ...request }: Received) => ({
  ...request,
  headers: withoutVarying(headers),
});

function toShownLine(line: string): unknown {
  try {
    return withoutVarying(JSON.parse(line) as object);
  } catch {
    return line;
  }
}

interface Attribute {
  readonly key: string;
  readonly value: object;
}

/** Names of spans and metrics, with their attributes. */
function readTelemetry(received: readonly Received[]) {
  const namesIn = (path: string, list: string) =>
    received
      .filter(({ url }) => url.endsWith(path))
      .flatMap(({ body }) => findLists(JSON.parse(body), list))
      .map((item) => ({
        name: item.name,
        attributes: findLists(item, "attributes")
          .filter(({ key = "" }) => !/address|port$/.test(key))
          .map(({ key, value }) => `${key}: ${JSON.stringify(value)}`)
          .sort(),
      }));
  return {
    spans: namesIn("/v1/traces", "spans"),
    metrics: namesIn("/v1/metrics", "metrics").sort((a, b) =>
      JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
    ),
  };
}

/** The items of all lists with this name, at any depth. */
function findLists(
  value: unknown,
  list: string,
): readonly (Partial<Attribute> & { readonly name?: string })[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === list && Array.isArray(member)
      ? (member as Partial<Attribute>[])
      : findLists(member, list),
  );
}

test.each(RUN)(
  "%s behaves alike on both lines of the SDK, and as it is expected",
  async (name) => {
    const config = PROJECTS[name] ?? {};
    const observation = await observe(config, "v1");
    await expect(
      `${JSON.stringify(observation, null, 2)}\n`,
    ).toMatchFileSnapshot(`expected/lines/${name}.json`);
    expect(await observe(config, "v2")).toEqual(observation);
  },
  180_000,
);
