import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "../../../../runtime/features/observe/log.js";
import {
  ask,
  close,
  secured,
  serviceOf,
  silent,
  start,
} from "../../serving.js";
import { startUpstream, toolOf } from "../../upstream.js";
import { listenOnHttp } from "../http/listening.js";
import { callerOf, textOf } from "../calls.js";
import {
  apiKey,
  basic,
  bearer,
  createStates,
  filesContextOf,
  fromFiles,
  httpOptionsFrom,
  oauth2,
  secretFiles,
  withSecretFiles,
} from "../../alone.js";
import { followVariables } from "../../../../runtime/features/credentials/credentials.js";
import { secretFiles as realSecretFiles } from "../../../../runtime/features/credentials/secret-files.js";

/** A folder of secrets that are swapped by a link, as Kubernetes does it. */
function mount(values: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  let version = 0;
  const swap = (files: Readonly<Record<string, string>>) => {
    version += 1;
    const folder = join(root, `..v${version}`);
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, name), text);
    symlinkSync(folder, join(root, "..next"));
    renameSync(join(root, "..next"), join(root, "..data"));
  };
  swap(values);
  for (const name of Object.keys(values))
    symlinkSync(join("..data", name), join(root, name));
  return { swap, path: (name: string) => join(root, name) };
}

/** An API that takes these keys alone, and repeats each that it takes. */
async function keyedUpstream(header: string, accepted: Set<string>) {
  return startUpstream((request, response) => {
    const key = String(request.headers[header]);
    const isAccepted = accepted.has(key);
    setTimeout(() => {
      response.writeHead(isAccepted ? 200 : 401, {
        "content-type": "text/plain",
      });
      response.end(isAccepted ? "fine" : "refused");
    }, 2);
  });
}

function useFakeIntervals() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Starts the feature on an environment; `lines` is what it logs. */
async function watch(env: NodeJS.ProcessEnv) {
  useFakeIntervals();
  const lines: string[] = [];
  const service = serviceOf([toolOf()], { features: [secretFiles(env)] });
  await start(service, createLog({ write: (line) => lines.push(line) }));
  onTestFinished(() => close(service));
  return { lines, look: () => vi.advanceTimersByTime(5_000) };
}

const OLD = "old-key-of-the-shop";
const NEW = "new-key-of-the-shop";

test("a secret that is swapped during 100 calls fails none, even if the API takes the new one alone", async () => {
  const { path, swap } = mount({ key: `${OLD}\n` });
  const accepted = new Set([OLD]);
  const { baseUrl, received } = await keyedUpstream("x-key", accepted);
  const env = { API_KEY_FILE: path("key") };
  const it = fromFiles(env, (env) =>
    apiKey({ in: "header", name: "X-Key", variable: "API_KEY", env }),
  );
  const call = callerOf({ baseUrl, credentials: { it } });
  const answers: string[] = [];
  for (let batch = 0; batch < 10; batch += 1) {
    const calls = Array.from({ length: 10 }, () => textOf(call()));
    if (batch === 5) {
      swap({ key: `${NEW}\n` });
      accepted.clear();
      accepted.add(NEW);
    }
    answers.push(...(await Promise.all(calls)));
  }
  expect(answers).toEqual(Array(100).fill("fine"));
  const keys = received.map(({ headers }) => headers["x-key"]);
  expect(keys.slice(-40)).toEqual(Array(40).fill(NEW));
  expect(keys.filter((key) => key === OLD).length).toBeLessThanOrEqual(60);
  expect(it.secrets).toEqual(expect.arrayContaining([OLD, NEW]));
});

test("a changed file is read at the next check, without a 401, and the old value stays redacted", async () => {
  const { path, swap } = mount({ key: OLD });
  const { baseUrl, received } = await startUpstream();
  const env = { API_KEY_FILE: path("key") };
  const it = fromFiles(env, (env) => bearer({ variable: "API_KEY", env }));
  const { lines, look } = await watch(env);
  const call = callerOf({ baseUrl, credentials: { it } });
  await call();
  swap({ key: NEW });
  await call();
  look();
  await call();
  expect(received.map(({ headers }) => headers["authorization"])).toEqual([
    `Bearer ${OLD}`,
    `Bearer ${OLD}`,
    `Bearer ${NEW}`,
  ]);
  expect(lines.join("")).toContain('"variable":"API_KEY"');
  expect(lines.join("")).not.toMatch(/key-of-the-shop/);
  expect(it.secrets).toContain(OLD);
});

test("a new value that a header can't hold is refused once, and the last one stays", async () => {
  const { path, swap } = mount({ key: OLD });
  const { baseUrl, received } = await startUpstream();
  const env = { API_KEY_FILE: path("key") };
  const it = fromFiles(env, (env) =>
    apiKey({ in: "header", name: "X-Key", variable: "API_KEY", env }),
  );
  const { lines, look } = await watch(env);
  const call = callerOf({ baseUrl, credentials: { it } });
  for (const key of [OLD, `${NEW}\r\nx-role: admin`, NEW]) {
    swap({ key });
    look();
    await call();
    await call();
  }
  const keys = received.map(({ headers }) => headers["x-key"]);
  expect(keys).toEqual([OLD, OLD, OLD, OLD, NEW, NEW]);
  const refusals = lines.filter((line) => line.includes("can't hold"));
  expect(refusals).toEqual([
    expect.stringContaining(
      "API_KEY has a line break or another character that a header can't hold. Set it to the value alone. The value from before stays.",
    ),
  ]);
});

test("a user and a password that are swapped together are read together", async () => {
  const { path, swap } = mount({ user: "a", password: "password-of-a" });
  const { baseUrl, received } = await startUpstream();
  const env = {
    API_USERNAME_FILE: path("user"),
    API_PASSWORD_FILE: path("password"),
  };
  const it = fromFiles(env, (env) =>
    basic({ username: "API_USERNAME", password: "API_PASSWORD", env }),
  );
  const { look } = await watch(env);
  const call = callerOf({ baseUrl, credentials: { it } });
  await call();
  swap({ user: "b", password: "password-of-b" });
  look();
  await call();
  const pairs = received.map(({ headers }) =>
    Buffer.from(headers["authorization"]?.slice(6) ?? "", "base64").toString(),
  );
  expect(pairs).toEqual(["a:password-of-a", "b:password-of-b"]);
  const pair = Buffer.from("a:password-of-a").toString("base64");
  expect(it.secrets).toEqual(expect.arrayContaining([pair, "password-of-a"]));
});

describe("a secret file", () => {
  test.each<[string, (path: string) => void, string]>([
    ["is away", (path) => rmSync(path), "can't be read (ENOENT)"],
    ["is empty", (path) => writeFileSync(path, "\n"), "is empty"],
    [
      "is huge",
      (path) => writeFileSync(path, "x".repeat(64 * 1024 + 1)),
      "has more than 64 KB",
    ],
    [
      "is no text",
      (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0xfd])),
      "is not text in UTF-8",
    ],
    [
      "is a folder",
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
      "is not a file",
    ],
  ])("%s: the last value stays, and the log says so once", async (...row) => {
    const [, spoil, reason] = row;
    const { path } = mount({ key: OLD });
    const env = { API_KEY_FILE: path("key") };
    const live = withSecretFiles(env);
    const { lines, look } = await watch(env);
    expect(live["API_KEY"]).toBe(OLD);
    spoil(path("key"));
    look();
    look();
    expect(live["API_KEY"]).toBe(OLD);
    expect(lines.filter((line) => line.includes(reason))).toHaveLength(1);
    rmSync(path("key"), { recursive: true, force: true });
    writeFileSync(path("key"), NEW);
    look();
    expect(live["API_KEY"]).toBe(NEW);
  });

  test("that can't be read stops the server at the start", () => {
    const env = { MCP_STATE_KEY_FILE: "/nowhere/key" };
    const features = [secretFiles(env)];
    expect(() => serviceOf([toolOf()], { features })).toThrow(
      "MCP_STATE_KEY_FILE: /nowhere/key can't be read (ENOENT). Mount the file, or take the variable out.",
    );
  });
});

test("a secret file loses a byte order mark and exactly one newline, and may have 64 KB", () => {
  const { path } = mount({
    one: "a\n\n",
    two: "\uFEFFb\r\n",
    big: "x".repeat(65536),
  });
  const live = withSecretFiles({
    ONE_FILE: path("one"),
    TWO_FILE: path("two"),
    BIG_FILE: path("big"),
  });
  expect([live["ONE"], live["TWO"]]).toEqual(["a\n", "b"]);
  expect(live["BIG"]).toHaveLength(65536);
});

test("a secret file beside its variable is an error that names both", () => {
  const { path } = mount({ key: OLD });
  const env = { API_KEY: OLD, API_KEY_FILE: path("key") };
  const create = () =>
    fromFiles(env, (env) => bearer({ variable: "API_KEY", env }));
  expect(create).toThrow("API_KEY and API_KEY_FILE are both set.");
  const tokens = { MCP_TOKENS: "x".repeat(16), MCP_TOKENS_FILE: path("key") };
  expect(() => httpOptionsFrom(withSecretFiles(tokens))).toThrow("both set");
});

test("a secret without a file comes from its variable", async () => {
  const env = { API_KEY: OLD };
  const it = fromFiles(env, (env) => bearer({ variable: "API_KEY", env }));
  expect(it.secrets).toEqual([OLD]);
  const missing = fromFiles({}, (env) => bearer({ variable: "API_KEY", env }));
  expect(missing.missing).toEqual(["API_KEY"]);
});

test("a changed client secret keeps the last refresh token", async () => {
  const { path, swap } = mount({
    secret: "first-secret",
    refresh: "refresh-0",
  });
  const { baseUrl, received } = await startUpstream((request, response) => {
    response.setHeader("content-type", "application/json");
    const number = received.filter(({ url }) => url === "/token").length;
    response.end(
      request.url === "/token"
        ? `{"access_token":"access-${number}","refresh_token":"refresh-${number}","expires_in":0.001}`
        : "{}",
    );
  });
  const env = {
    API_CLIENT_ID: "client",
    API_CLIENT_SECRET_FILE: path("secret"),
    API_REFRESH_TOKEN_FILE: path("refresh"),
  };
  const it = fromFiles(env, (env) =>
    oauth2({
      tokenUrl: `${baseUrl}/token`,
      authentication: "body",
      token: "API_TOKEN",
      clientId: "API_CLIENT_ID",
      clientSecret: "API_CLIENT_SECRET",
      refreshToken: "API_REFRESH_TOKEN",
      env,
    }),
  );
  const { look } = await watch(env);
  const call = callerOf({ baseUrl, credentials: { it } });
  await call();
  swap({ secret: "second-secret", refresh: "refresh-0" });
  look();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await call();
  swap({ secret: "second-secret", refresh: "another-refresh" });
  look();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await call();
  const forms = received
    .filter(({ url }) => url === "/token")
    .map(({ body }) => new URLSearchParams(body))
    .map((form) => [form.get("client_secret"), form.get("refresh_token")]);
  expect(forms).toEqual([
    ["first-secret", "refresh-0"],
    ["second-secret", "refresh-1"],
    ["second-secret", "another-refresh"],
  ]);
});

test("callers' tokens change with their file, except for tokens that can be guessed", async () => {
  const first = "first-token-of-ann";
  const second = "second-token-of-ann";
  const { path, swap } = mount({ tokens: `ann:${first}\n` });
  const env = { MCP_TOKENS_FILE: path("tokens") };
  useFakeIntervals();
  const look = () => vi.advanceTimersByTime(5_000);
  const service = serviceOf([secured("one")], {
    features: [realSecretFiles()],
    env,
  });
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line) });
  const { url } = await listenOnHttp(service, { env, log });
  const status = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(url, { method: "PUT", headers })).status;
  };
  expect([await status(first), await status(second)]).toEqual([405, 401]);
  swap({ tokens: `ann:${second}\n` });
  look();
  expect([await status(first), await status(second)]).toEqual([401, 405]);
  swap({ tokens: "short" });
  look();
  expect([await status("short"), await status(second)]).toEqual([401, 405]);
  expect(lines.join("")).toContain("needs at least 16 characters");
});

test("sealed values are opened with the previous key as long as it is set", async () => {
  const [old, current] = [
    "o-key-0123456789".repeat(2),
    "c-key-0123456789".repeat(2),
  ];
  const { path, swap } = mount({ key: old, previous: old });
  const env = { MCP_STATE_KEY_FILE: path("key") };
  const { look } = await watch(env);
  const states = createStates({ env: withSecretFiles(env) });
  const state = { answered: [], asked: "" };
  const [first, second] = [
    await states.seal(state, 1),
    await states.seal(state, 1),
  ];
  swap({ key: current, previous: old });
  look();
  await expect(states.open(first, 1, silent)).rejects.toThrow("another call");
  const both = { MCP_STATE_KEY: current, MCP_STATE_KEY_PREVIOUS: old };
  const next = createStates({ env: both });
  expect(both).toEqual({});
  await expect(next.open(second, 1, silent)).resolves.toMatchObject(state);
  await expect(
    next.open(await next.seal(state, 1), 1, silent),
  ).resolves.toBeTruthy();
});

test("a changed certificate file makes the credential again", async () => {
  const { path, swap } = mount({ cert: "one" });
  const env = { API_CERT: path("cert") };
  let count = 0;
  const it = followVariables(
    [],
    () => {
      const number = (count += 1);
      return {
        missing: [],
        secrets: [],
        apply: async (request) => {
          request.headers["x-number"] = String(number);
        },
      };
    },
    ["API_CERT"],
  )(filesContextOf(env));
  const { look } = await watch(env);
  const { baseUrl, received } = await startUpstream();
  const call = callerOf({ baseUrl, credentials: { it } });
  await call();
  look();
  await call();
  swap({ cert: "two" });
  look();
  await call();
  const numbers = received.map(({ headers }) => headers["x-number"]);
  expect(numbers).toEqual(["1", "1", "2"]);
});

test("a file of mode 0 is reported for users other than root", async () => {
  if (process.getuid?.() === 0) return;
  const { path } = mount({ key: OLD });
  chmodSync(path("key"), 0);
  const live = withSecretFiles({ API_KEY_FILE: path("key") });
  expect(() => live["API_KEY"]).toThrow("EACCES");
});

test("calls of a server that watches files work as before", async () => {
  const env = {};
  const { baseUrl } = await startUpstream();
  useFakeIntervals();
  const service = serviceOf([toolOf()], {
    client: { baseUrl },
    features: [secretFiles(env)],
  });
  await start(service, silent);
  expect(await ask(service, "tools/call", { name: "tool" })).toMatchObject({
    content: [{ text: '{"ok":true}' }],
  });
  await close(service);
});
