import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { AuditOptions } from "../../../../runtime/features/observe/audit/audit.js";
import { scopes } from "../../../../runtime/features/http/auth/scopes.js";
import { elicitConsent } from "../../../../runtime/features/consent/elicit.js";
import { defineResource } from "../../../../runtime/features/components/define-resource.js";
import { createLog } from "../../../../runtime/features/observe/log.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import type {
  Args,
  Caller,
  Component,
  Environment,
  Feature,
} from "../../../../runtime/index.js";
import {
  ask,
  close,
  secured,
  serviceOf,
  start as startService,
  silent,
} from "../../serving.js";
import { listen, startUpstream, toolOf } from "../../upstream.js";
import { audit, bearer, inputRequired } from "../../alone.js";

const KEY = "key-of-all-replicas-0123456789abcdef";
const folder = mkdtempSync(join(tmpdir(), "audit-"));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const newPath = () => join(folder, `trail-${(count += 1)}.jsonl`);

const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Args);

/** A server with a trail in a file. */
async function served(
  components: readonly Component[],
  {
    baseUrl = "http://127.0.0.1:9",
    above = [],
    below = [],
    credentials = {},
    ...options
  }: AuditOptions & {
    env?: Environment;
    baseUrl?: string;
    above?: Feature[];
    below?: Feature[];
    credentials?: object;
  } = {},
) {
  const path = newPath();
  const env = { MCP_AUDIT: path, MCP_STATE_KEY: KEY };
  const features = [...above, audit({ env, ...options }), ...below];
  const client = { baseUrl, credentials: { ...credentials } };
  const service = serviceOf(components, { client, features });
  const logged: string[] = [];
  const log = createLog({ write: (line) => logged.push(line) });
  await startService(service, log);
  onTestFinished(() => close(service));
  const call = (params: Args, caller: Partial<Caller> = {}) =>
    ask(service, "tools/call", params, { log, ...caller });
  return { call, logged, path, service, lines: () => linesOf(path) };
}

const owner = { in: "query", type: "string" } as const;
const pet = toolOf({
  name: "rename",
  request: "PATCH /pets/{petId}",
  arguments: {
    petId: { in: "path", type: "integer" },
    owner,
    data: { in: "body", type: "object" },
  },
});

test("an attempt is in the file before the request is sent, and the result follows", async () => {
  let beforeSending: Args[] = [];
  const { baseUrl } = await startUpstream((_request, response) => {
    beforeSending = lines();
    response.setHeader("content-type", "application/json").end('{"ok":true}');
  });
  const { call, lines, path } = await served([pet], {
    baseUrl,
    arguments: ["/petId", "/data/id", "/data/none", "/data"],
  });
  const args = { petId: 7, owner: "ann-is-the-owner", data: { id: "x", a: 1 } };
  const principal = {
    id: '["https://login.example","sub","ann"]',
    name: "ann",
    scopes: [],
  };
  const headers = {
    "user-agent": "agent/1",
    traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
  };
  const client = { name: "claude", version: "2" };
  const params = { name: "rename", arguments: args };
  await call(params, { principal, headers, client });
  expect(beforeSending).toHaveLength(1);
  const [attempt, result] = lines();
  expect(attempt).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    event: "attempt",
    id: expect.any(String) as string,
    trace: "a".repeat(32),
    issuer: "https://login.example",
    subject: "ann",
    claimedClient: { name: "claude", version: "2", userAgent: "agent/1" },
    tool: "rename",
    request: "PATCH /pets/{petId}",
    decision: "allowed",
    arguments: {
      petId: expect.stringMatching(/^[\da-f]{32}$/) as string,
      owner: expect.stringMatching(/^[\da-f]{32}$/) as string,
      data: expect.stringMatching(/^[\da-f]{32}$/) as string,
    },
    values: { "/petId": 7, "/data/id": "x", "/data": '{"a":1,"id":"x"}' },
  });
  expect(result).toEqual({
    time: expect.any(String) as string,
    event: "result",
    id: attempt?.["id"],
    outcome: "ok",
    status: 200,
    ms: expect.any(Number) as number,
    bytes: expect.any(Number) as number,
    digest: expect.stringMatching(/^[\da-f]{32}$/) as string,
  });
  expect(readFileSync(path, "utf8")).not.toContain("ann-is-the-owner");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("equal values have equal digests in each replica, and other keys give other digests", async () => {
  const [one, two] = [await served([pet]), await served([pet])];
  const args = { petId: 7, data: { a: 1, b: 2 } };
  await one.call({ name: "rename", arguments: args });
  await two.call({
    name: "rename",
    arguments: { data: { b: 2, a: 1 }, petId: 7 },
  });
  const digests = [one, two].map(({ lines }) => lines()[0]?.["arguments"]);
  expect(digests[0]).toEqual(digests[1]);
  const env = {
    MCP_AUDIT: newPath(),
    MCP_STATE_KEY: "x-key-0123456789".repeat(2),
  };
  const other = await served([pet], { env });
  await other.call({ name: "rename", arguments: args });
  expect(linesOf(env.MCP_AUDIT)[0]?.["arguments"]).not.toEqual(digests[0]);
});

test("a call that is refused before its request has an attempt with the reason", async () => {
  const drop = toolOf({
    name: "drop",
    request: "DELETE /pets",
    confirm: "person",
  });
  const guarded = toolOf({ name: "guarded", scopes: ["admin"] });
  const { call, lines, path } = await served([pet, drop, guarded], {
    above: [scopes()],
    below: [elicitConsent()],
  });
  const unlisted = "unlisted-value";
  await call({
    name: "rename",
    arguments: { petId: unlisted, [unlisted]: unlisted },
  });
  await call({ name: "drop" });
  for (const action of ["decline", "odd"])
    await call({ name: "drop" }, { elicit: async () => ({ action }) });
  await call(
    { name: "drop" },
    { elicit: () => Promise.reject(new Error("away")) },
  );
  const principal = { id: "x", scopes: [] };
  await expect(call({ name: "guarded" }, { principal })).rejects.toThrow();
  const attempts = lines().filter(({ event }) => event === "attempt");
  const results = lines().filter(({ event }) => event === "result");
  expect(
    attempts.map(({ consent, decision, reason }) => [
      decision,
      reason,
      (consent as Args[] | undefined)?.map(({ answer }) => answer),
    ]),
  ).toEqual([
    ["refused", "arguments", undefined],
    ["refused", "consent", ["nobody"]],
    ["refused", "consent", ["decline"]],
    ["refused", "consent", ["cancel"]],
    ["refused", "consent", ["unanswered"]],
    ["refused", "scope", undefined],
  ]);
  expect(attempts[0]).toMatchObject({ unknownArguments: 1 });
  expect(results.map(({ id }) => id)).toEqual(attempts.map(({ id }) => id));
  expect(results.every(({ outcome }) => outcome === "refused")).toBe(true);
  expect(readFileSync(path, "utf8")).not.toContain(unlisted);
});

test("a consent is in the attempt, and a repeated call has a pair for each try", async () => {
  const { baseUrl } = await startUpstream();
  const drop = toolOf({
    name: "drop",
    request: "DELETE /pets",
    confirm: "person",
  });
  const { call, lines } = await served([drop], {
    baseUrl,
    below: [elicitConsent()],
    above: [inputRequired({ env: { MCP_STATE_KEY: KEY } })],
  });
  await call(
    { name: "drop" },
    { elicit: async () => ({ action: "accept", content: {} }) },
  );
  const capabilities = { elicitation: {} };
  const _meta = {
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    "io.modelcontextprotocol/clientInfo": { name: "new", version: "1" },
  };
  const question = await call({ name: "drop", _meta });
  const { requestState } = question as { requestState?: string };
  const inputResponses = { question: { action: "accept", content: {} } };
  await call({ name: "drop", _meta, inputResponses, requestState });
  const shown = lines().map(({ consent, decision, event, outcome }) => [
    event,
    decision ?? outcome,
    (consent as Args[] | undefined)?.map(({ answer }) => answer),
  ]);
  expect(shown).toEqual([
    ["attempt", "allowed", ["accept"]],
    ["result", "ok", undefined],
    ["attempt", "asked", ["asked"]],
    ["result", "asked", undefined],
    ["attempt", "allowed", ["accept"]],
    ["result", "ok", undefined],
  ]);
  expect(lines()[2]).toMatchObject({ claimedClient: { name: "new" } });
});

test("errors of the API, cancelled calls, resources and unknown tools are recorded", async () => {
  const { baseUrl } = await startUpstream((request, response) => {
    if (request.url === "/slow") return;
    response.writeHead(404).end("not here");
  });
  const slow = toolOf({ name: "slow", request: "GET /slow" });
  const shelf = defineResource({
    name: "shelf",
    uri: "resource://shelf",
    request: "GET /shelf",
    handler: (args, { send }) => send(args),
  });
  const { call, lines, service } = await served([secured("one"), slow, shelf], {
    baseUrl,
    below: [resources()],
  });
  await call({ name: "one" });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  await call({ name: "slow" }, { signal: controller.signal });
  await expect(
    ask(service, "resources/read", { uri: "resource://shelf" }),
  ).rejects.toThrow("404");
  await expect(call({ name: "nothing" })).rejects.toThrow("Unknown tool");
  expect(
    lines().map(({ outcome, resource, status, tool }) => [
      tool ?? resource ?? outcome,
      status,
    ]),
  ).toEqual([
    ["one", undefined],
    ["error", 404],
    ["slow", undefined],
    ["cancelled", undefined],
    ["shelf", undefined],
    ["error", 404],
  ]);
});

test("credentials are redacted in listed values, and lines stay below 16 KB", async () => {
  const token = "secret-token-of-the-api";
  const names = Array.from({ length: 500 }, (_, at) => `argument${at}`);
  const big = toolOf({
    name: "big",
    arguments: Object.fromEntries(names.map((name) => [name, owner])),
  });
  const { call, lines, path } = await served([pet, big], {
    arguments: ["/owner", "/argument0"],
    credentials: {
      it: bearer({ variable: "T", env: { T: token } }),
    },
  });
  await call({ name: "rename", arguments: { petId: 1, owner: `a ${token}` } });
  expect(lines()[0]).toMatchObject({ values: { "/owner": "a [redacted]" } });
  await call({
    name: "big",
    arguments: Object.fromEntries(names.map((name) => [name, "é".repeat(900)])),
  });
  expect(lines()[2]).toMatchObject({ shortened: 500 });
  for (const line of readFileSync(path, "utf8").split("\n"))
    expect(Buffer.byteLength(line)).toBeLessThan(16 * 1024);
});

test("the file is reopened on SIGHUP, after an incomplete line, and never through a link", async () => {
  const path = newPath();
  writeFileSync(path, '{"part":', { mode: 0o644 });
  chmodSync(path, 0o644);
  const env = { MCP_AUDIT: path };
  const { call } = await served([pet], { env });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await call({ name: "rename" });
  const [part, ...others] = readFileSync(path, "utf8").split("\n");
  expect(part).toBe('{"part":');
  expect(others.filter(Boolean)).toHaveLength(2);
  renameSync(path, `${path}.1`);
  process.emit("SIGHUP");
  await call({ name: "rename" });
  expect(linesOf(path)).toHaveLength(2);

  const link = newPath();
  symlinkSync(path, link);
  for (const MCP_AUDIT of [link, "/dev/null", folder, "/nowhere/trail"])
    await expect(served([pet], { env: { MCP_AUDIT } })).rejects.toThrow(
      /^MCP_AUDIT: .*Name a file that this process may write/,
    );
  await expect(
    served([pet], {
      env: { MCP_AUDIT: newPath(), MCP_STATE_KEY: "short" },
    }),
  ).rejects.toThrow("MCP_STATE_KEY must have at least 32 characters.");
});

test("a deleted file is created anew, and nothing changes without it if that fails", async () => {
  const path = newPath();
  const place = `${path}.d`;
  mkdirSync(place);
  const { baseUrl, received } = await startUpstream();
  const env = { MCP_AUDIT: join(place, "trail"), MCP_STATE_KEY: KEY };
  const { call, logged } = await served([pet], {
    baseUrl,
    env,
    required: true,
  });
  const change = { name: "rename", arguments: { petId: 1 } };
  await call(change);
  rmSync(env.MCP_AUDIT);
  await call(change);
  expect(linesOf(env.MCP_AUDIT).map(({ event }) => event)).toEqual([
    "attempt",
    "result",
  ]);
  rmSync(place, { recursive: true });
  const answer = await call(change);
  expect(JSON.stringify(answer)).toContain("without a record");
  expect(received).toHaveLength(2);
  expect(logged.join("")).toContain("(ENOENT)");
});

test.each<[string, Partial<Caller>]>([
  [
    "that was verified",
    {
      principal: {
        id: "ann",
        scopes: [],
        secrets: () => ["token-of-ann-012345"],
      },
    },
  ],
  [
    "for a server that authenticates no one",
    { headers: { authorization: "Bearer token-of-ann-012345" } },
  ],
])("a caller's own token %s is not in the trail", async (_case, caller) => {
  const { call, path } = await served([pet], {
    arguments: ["/owner", "/data"],
  });
  const token = "token-of-ann-012345";
  const args = { petId: 1, owner: `my ${token}`, data: { deep: [token] } };
  const agent = `${"x".repeat(190)}${token}`; // it is cut within the token
  const headers = { ...caller.headers, "user-agent": agent };
  await call({ name: "rename", arguments: args }, { ...caller, headers });
  const text = readFileSync(path, "utf8");
  expect(text).toContain("my [redacted]");
  expect(text).not.toContain("token-of");
});

test("the trail has no character that a reader may take for a line end or a direction", async () => {
  const { call, path } = await served([pet], { arguments: ["/owner"] });
  const hostile =
    "a\u2028\u2029\u0085\u000b\u001e\u202e\u2066\u200f\u061c\ufeffz";
  const headers = { "user-agent": hostile };
  await call(
    { name: "rename", arguments: { petId: 1, owner: hostile } },
    { headers, client: { name: hostile, version: hostile } },
  );
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  expect(text.match(/\n/g)).toHaveLength(2);
  expect(linesOf(path)[0]).toMatchObject({
    values: { "/owner": hostile },
    claimedClient: { name: hostile, userAgent: hostile },
  });
});

test("the environment may be filled from a file before the server is opened", async () => {
  const env: NodeJS.ProcessEnv = {};
  const features = [audit({ env })];
  env["MCP_AUDIT"] = newPath();
  const service = serviceOf([pet], { features });
  await startService(service, silent);
  onTestFinished(() => close(service));
  await ask(service, "tools/call", { name: "rename" });
  expect(linesOf(env["MCP_AUDIT"])).toHaveLength(2);
});

const child = join(folder, "server.mjs");
beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, "audit-server.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: child,
    external: ["vitest"],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [
      {
        name: "no tests in the child",
        setup(build) {
          build.onResolve({ filter: /^vitest$/ }, () => ({
            path: "vitest",
            namespace: "none",
          }));
          build.onLoad({ filter: /.*/, namespace: "none" }, () => ({
            contents: "export const onTestFinished = () => {};",
          }));
        },
      },
    ],
  });
});

/** A server in its own process, by a shell that limits it first. */
async function start(trail: string, limits = "") {
  const { close, baseUrl, received } = await listen((request, response) => {
    if (request.url !== "/slow")
      response.setHeader("content-type", "application/json").end("{}");
  });
  const server = spawn(
    "bash",
    ["-c", `${limits} exec "$0" "$@"`, process.execPath, child, baseUrl],
    { env: { ...process.env, MCP_AUDIT: trail, MCP_STATE_KEY: KEY } },
  );
  onTestFinished(() => {
    server.kill("SIGKILL");
    close();
  });
  const answers = new Map<unknown, Args>();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const answer = JSON.parse(line) as Args;
    answers.set(answer["id"], answer);
  });
  let id = 0;
  const send = (method: string, params: object) => {
    id += 1;
    const message = { jsonrpc: "2.0", id, method, params };
    server.stdin.write(`${JSON.stringify(message)}\n`);
    return id;
  };
  const call = async (name: string) => {
    const callId = send("tools/call", { name, arguments: {} });
    await expect.poll(() => answers.has(callId), { interval: 5 }).toBe(true);
    return JSON.stringify(answers.get(callId)?.["result"]);
  };
  const first = send("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "tester", version: "3" },
  });
  await expect.poll(() => answers.has(first)).toBe(true);
  server.stdin.write(
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\n',
  );
  return { call, received, send, server };
}

test("the open attempts after SIGKILL are the calls that were running", async () => {
  const path = newPath();
  const { call, received, send, server } = await start(path);
  for (let number = 0; number < 3; number += 1) await call("read");
  for (let number = 0; number < 5; number += 1)
    send("tools/call", { name: "wait", arguments: {} });
  await expect.poll(() => received.length).toBe(8);
  server.kill("SIGKILL");
  await once(server, "close");
  const lines = linesOf(path);
  const ended = new Set(
    lines.flatMap(({ event, id }) => (event === "result" ? [id] : [])),
  );
  const open = lines.filter(
    ({ event, id }) => event === "attempt" && !ended.has(id),
  );
  expect(open.map(({ tool }) => tool)).toEqual(Array(5).fill("wait"));
  expect(ended.size).toBe(3);
  expect(lines[0]).toMatchObject({ claimedClient: { name: "tester" } });
});

test("SIGHUP reopens the file without a restart", async () => {
  const path = newPath();
  const { call, server } = await start(path);
  await call("read");
  renameSync(path, `${path}.1`);
  server.kill("SIGHUP");
  await expect.poll(() => existsSync(path)).toBe(true);
  await call("read");
  expect([linesOf(`${path}.1`).length, linesOf(path).length]).toEqual([2, 2]);
});

test.each([
  ["a file", () => newPath(), "ulimit -f 2;"],
  ["stderr", () => "stderr", "exec 2>/dev/full;"],
])(
  "a full disk, %s: nothing changes without a record, and reads continue",
  async (...row) => {
    const [kind, target, limits] = row;
    const path = target();
    const { call, received } = await start(path, limits);
    const answers: string[] = [];
    for (let number = 0; number < 10; number += 1)
      answers.push(await call("change"));
    const refused = answers.filter((text) => text.includes("without a record"));
    expect(refused.length).toBeGreaterThan(kind === "a file" ? 3 : 9);
    expect(received).toHaveLength(10 - refused.length);
    expect(await call("read")).not.toContain("isError");
    if (kind !== "a file") return;
    const whole = readFileSync(path, "utf8").split("\n").slice(0, -1);
    const attempts = whole.filter((line) => line.includes('"attempt"'));
    expect(attempts.length).toBeGreaterThanOrEqual(received.length - 1);
  },
);

test("lines on standard error are marked", async () => {
  const { call, server } = await start("stderr");
  const lines: string[] = [];
  createInterface({ input: server.stderr }).on("line", (line) => {
    lines.push(line);
  });
  await call("change");
  const marked = () =>
    lines.filter((line) => line.includes('"stream":"audit"'));
  await expect.poll(() => marked().length).toBe(2);
});

/** A value that hostile calls carry, at any place. */
const VALUE = "unlisted-value";
const HOSTILE: readonly unknown[] = [
  VALUE,
  `${VALUE}\n{"event":"attempt"}`,
  `${VALUE}\u2028\ud800`,
  [VALUE, { a: VALUE }],
  { [VALUE]: VALUE },
  JSON.parse(`{"__proto__": {"${VALUE}": "${VALUE}"}}`),
  VALUE.repeat(5_000),
  Array(1_000).fill(VALUE),
  null,
  1e308,
  "",
];

test("hostile calls leave one attempt and one result each, without their values", async () => {
  const token = "secret-token-of-the-api";
  const { baseUrl } = await startUpstream((_request, response, body) => {
    response.setHeader("content-type", "application/json");
    response.statusCode = body.length % 3 === 0 ? 200 : 400;
    response.end(JSON.stringify({ body, token }));
  });
  const tool = { ...pet, security: [["it"]] };
  const { call, lines, path } = await served([tool], {
    baseUrl,
    arguments: ["/petId", "/__proto__/x", "/constructor/name", "/"],
    credentials: { it: bearer({ variable: "T", env: { T: token } }) },
  });
  let reached = 0;
  for (const value of HOSTILE)
    for (const args of [
      { petId: 1, owner: value },
      { petId: 1, data: value },
      { petId: 1, data: { value } },
      { petId: 1, [String(value).slice(0, 50)]: value },
      { owner: value },
      Object(value) as object,
    ]) {
      const _meta = {
        traceparent: value,
        "io.modelcontextprotocol/clientInfo": 7,
      };
      reached += 1;
      await call({ name: "rename", arguments: args, _meta, [VALUE]: value });
    }
  const attempts = lines().filter(({ event }) => event === "attempt");
  const results = lines().filter(({ event }) => event === "result");
  expect(attempts).toHaveLength(reached);
  expect(results.map(({ id }) => id)).toEqual(attempts.map(({ id }) => id));
  const text = readFileSync(path, "utf8");
  expect(text).not.toContain(VALUE);
  expect(text).not.toContain(token);
});
