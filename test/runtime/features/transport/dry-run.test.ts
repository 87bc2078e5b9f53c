import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { mock } from "../../../../runtime/features/transport/mock.js";
import {
  dryRun,
  json,
} from "../../../../runtime/features/transport/dry-run.js";
import type { Transport } from "../../../../runtime/index.js";
import { contextOf } from "../../upstream.js";

const folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
afterAll(() => rmSync(folder, { recursive: true }));

const JSON_TYPE = "application/json";
writeFileSync(
  join(folder, "answers.json"),
  JSON.stringify({
    operations: {
      "GET /pets/{id}": {
        "200": { type: JSON_TYPE, body: { id: 1 } },
        "404": { type: JSON_TYPE, body: { message: "none" } },
        default: { type: "text/plain", body: "no" },
      },
      "GET /pets/mine": { "2XX": { type: JSON_TYPE, body: "mine" } },
      "GET /pets/{id}/photo": {
        "200": { type: "image/png", body: "base64:dGV4dA==" },
      },
      "DELETE /pets/{id}": { "204": {} },
      "GET /x/{a}{b}{c}{d}{e}{f}/end": {
        "200": { type: "text/plain", body: "many" },
      },
      "GET /y/{a}-{b}-{c}-{d}-{e}-{f}.x": {
        "200": { type: "text/plain", body: "signs" },
      },
      "GET /a b/{id}.json": { "200": { type: "text/plain", body: "spaced" } },
    },
    $defs: {},
  }),
);
const answers = mock(
  "answers.json",
  pathToFileURL(join(folder, "client.js")).href,
);

const API = "https://api.example/v1";

const sender: Transport = () => Promise.reject(new Error("it was sent"));

async function ask(
  method: string,
  url: string,
  env: NodeJS.ProcessEnv,
  more: object = {},
) {
  const request = { method, url, headers: {}, body: undefined, ...more };
  const { signal } = new AbortController();
  const response = await dryRun(answers)(sender, contextOf(env))(
    request,
    signal,
  );
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return [response.status, response.headers["content-type"], text];
}

test("requests are sent if dry run and mock are off", async () => {
  for (const off of ["", "0", "false", "False", "no", "off"]) {
    const env = { API_DRY_RUN: off, API_MOCK: off };
    await expect(ask("GET", API, env)).rejects.toThrow("it was sent");
  }
  expect(() => dryRun()(sender, contextOf({ API_MOCK: "1" }))).toThrow(
    "--emit tests",
  );
});

test.each([
  ["GET", "/pets/7", "", 200, '{"id":1}'],
  ["GET", "/pets/mine?a=b", "", 200, '"mine"'],
  ["GET", "/pets/7", "404", 404, '{"message":"none"}'],
  ["GET", "/pets/7", "503", 503, "no"],
  ["GET", "/pets/mine", "201", 201, '"mine"'],
  ["GET", "/pets/7/photo", "", 200, "text"],
  ["DELETE", "/pets/7", "", 204, ""],
  ["GET", "/a%20b/7.json", "", 200, "spaced"],
  ["PUT", "/pets/7", "", 404, '{"message":"Operation not found."}'],
])(
  "the mock responds to %s %s with %j: %s",
  async (method, path, asked, status, text) => {
    const env = { API_MOCK: "1", API_MOCK_STATUS: asked };
    const [got, , said] = await ask(method, API + path, env);
    expect([got, said]).toEqual([status, text]);
  },
);

test("a dry run shows the request without credentials", async () => {
  const env = { API_DRY_RUN: "1" };
  const headers = {
    "content-type": JSON_TYPE,
    authorization: "Bearer abc",
    cookie: "session=abc",
    "x-api-key": "abc",
  };
  const sent = { headers, body: Buffer.from('{"name":"Rex"}') };
  await expect(ask("POST", `${API}/pets?a=1`, env, sent)).rejects.toThrow(
    [
      "Dry run: nothing was sent.",
      "",
      "POST https://api.example/v1/pets?a=1",
      "content-type: application/json",
      "authorization: [redacted]",
      "cookie: [redacted]",
      "x-api-key: [redacted]",
      "",
      '{"name":"Rex"}',
    ].join("\n"),
  );
  const body = Buffer.from([0xff, 0xfe]);
  await expect(ask("PUT", API, env, { body })).rejects.toThrow("(2 bytes)");
});

test("a mock without its file is refused with its path", () => {
  const gone = mock("gone.json", pathToFileURL(join(folder, "a.js")).href);
  expect(() => dryRun(gone)(sender, contextOf({ API_MOCK: "1" }))).toThrow(
    "gone.json was not found",
  );
});

test("a token request gets a token in a dry run and from the mock", async () => {
  const body = Buffer.from("grant_type=client_credentials");
  for (const env of [{ API_DRY_RUN: "1" }, { API_MOCK: "1" }]) {
    const [, , token] = await ask("POST", "https://login.example/token", env, {
      body,
    });
    expect(token).toContain("access_token");
    const well = "https://login.example/.well-known/openid-configuration";
    expect((await ask("GET", well, env))[2]).toContain("token_endpoint");
  }
});

test("a responder replaces the transport of the clients of its context, also of those that exist already", async () => {
  const [context, otherContext] = [contextOf(), contextOf()];
  const [send, sendOther] = [context, otherContext].map((owner) =>
    dryRun()(sender, owner),
  );
  context.responder = ({ method }) => json({ method });
  const { signal } = new AbortController();
  const request = { method: "DELETE", url: API, headers: {}, body: undefined };
  expect((await send?.(request, signal))?.status).toBe(200);
  await expect(sendOther?.(request, signal)).rejects.toThrow("it was sent");
});

test.each<[path: string, status: number, want?: string]>([
  [`/x/${"a".repeat(5000)}/end`, 200, "many"],
  ["/x/abcde/end", 404],
  [`/x/${"a".repeat(5000)}/other`, 404],
  ["/y/a-b-c-d-e-f.x", 200, "signs"],
  ["/y/a--b-c-d-e-f.x", 200, "signs"],
  ["/y/a-b-c-d-e-.x", 404],
  [`/y/${"-".repeat(5000)}`, 404],
])(
  "the mock matches adjacent values in linear time: %s",
  async (path, status, want) => {
    const started = performance.now();
    const [got, , text] = await ask("GET", API + path, { API_MOCK: "1" });
    expect(got).toBe(status);
    if (want !== undefined) expect(text).toBe(want);
    expect(performance.now() - started).toBeLessThan(2000); // by its power it is a minute and more
  },
);
