import { readdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, message } from "../runtime/ask.js";
import { listen } from "../runtime/upstream.js";
import { bundle, emit, serve } from "./project.js";
import type { Served } from "./project.js";

/** A secret in every position of a credential. */
const env = {
  API_HEADER_KEY: "header+key/xyzzy=1",
  API_QUERY_KEY: 'query&key "xyzzy" 2',
  API_COOKIE_KEY: "cookie-key-xyzzy-3",
  API_BASIC_AUTH_USERNAME: "ann",
  API_BASIC_AUTH_PASSWORD: "password-xyzzy-4",
  API_TOKEN_AUTH_TOKEN: "other-token-xyzzy-5",
  API_OAUTH_CLIENT_ID: "id",
  API_OAUTH_CLIENT_SECRET: "client-secret-xyzzy-6",
  API_CODE_CLIENT_ID: "id",
  API_CODE_REFRESH_TOKEN: "refresh-token-xyzzy-7",
  API_OIDC_TOKEN: "oidc-token-xyzzy-8",
  API_TLS_CERT: "missing-xyzzy-9/cert.pem",
  API_TLS_KEY: "missing-xyzzy-9/key.pem",
  MCP_TOKENS: "mcp-token-xyzzy-10, mcp-token-xyzzy-13",
};
const [token] = env.MCP_TOKENS.split(",");
/** Token of the authorization server. */
const issued = "issued-token-xyzzy-11";
/** Text that is in the log and in results if a secret leaks, in any encoding. */
const LEAK = /xyzzy/;

const tools = [
  ...["byDefault", "open", "optional", "either", "both", "other"],
  ...["oauth", "code", "oidc", "tls"],
];

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The request as the API sees it, decoded as well. */
function echo({ headers, url = "" }: IncomingMessage): string {
  const pair = headers.authorization?.replace("Basic ", "") ?? "";
  return JSON.stringify({
    headers,
    url,
    decoded: decodeURIComponent(url),
    basic: Buffer.from(pair, "base64").toString(),
  });
}

const json = { "content-type": "application/json" };

/** Responses of an API that repeat the request in some way. */
const answers: [string, Answer][] = [
  [
    "tells it in an answer",
    (request, response) => response.writeHead(200, json).end(echo(request)),
  ],
  [
    "tells it in text",
    (request, response) => response.writeHead(200).end(echo(request)),
  ],
  [
    "tells it in an error",
    (request, response) => response.writeHead(400, json).end(echo(request)),
  ],
  [
    "tells it and asks for another",
    (request, response) => response.writeHead(401, json).end(echo(request)),
  ],
  [
    "tells it and fails",
    (request, response) => response.writeHead(500).end(echo(request)),
  ],
  [
    "leads to another host with it",
    (request, response) =>
      response
        .writeHead(302, { location: `http://other.invalid${request.url}` })
        .end(),
  ],
  [
    "leads to itself with it",
    (request, response) =>
      response.writeHead(307, { location: request.url ?? "" }).end(),
  ],
  ["closes the connection", ({ socket }) => socket.destroy()],
  [
    "breaks off",
    (request, response) => {
      response.writeHead(200, { ...json, "content-length": "9999" });
      response.write(echo(request), () => request.socket.destroy());
    },
  ],
  ["sends no HTTP", (request) => request.socket.end(echo(request))],
  [
    "sends no JSON",
    (request, response) =>
      response.writeHead(200, json).end(`{${echo(request)}`),
  ],
  [
    "sends what can't be unpacked",
    (request, response) =>
      response
        .writeHead(200, { ...json, "content-encoding": "gzip" })
        .end(echo(request)),
  ],
];

let answer: Answer;
let tokenAnswer: Answer;
let api: Awaited<ReturnType<typeof listen>>;
let id: Awaited<ReturnType<typeof listen>>;
let project: string;
let served: Served;

const giveToken: Answer = (_request, response) => {
  const body = { access_token: issued, token_type: "Bearer" };
  response.writeHead(200, json).end(JSON.stringify(body));
};

beforeAll(async () => {
  api = await listen((request, response) => answer(request, response));
  id = await listen((request, response) => tokenAnswer(request, response));
  const shown = await readFile("test/emitted/schemes.json", "utf8");
  Object.assign(process.env, env); // the generator could see them
  const text = shown.replaceAll("https://id.example", id.baseUrl);
  project = await emit({ allRoutesAsTools: true }, text);
  for (const name of Object.keys(env))
    Reflect.deleteProperty(process.env, name);
  const path = join(project, "src", "tools", "open.ts");
  const tool = await readFile(path, "utf8");
  await writeFile(
    path,
    tool.replace("import { ", "import { CallError, ").replace(
      "return send(args);",
      `switch (process.env["BREAK"]) {
      case "throw":
        throw new Error(JSON.stringify(process.env));
      case "refuse":
        throw new CallError(JSON.stringify(process.env));
      case "tell":
        return { ...process.env };
    }
    return send(args);`,
    ),
  );
  served = await serve(await bundle(project), {
    env: { ...env, API_BASE_URL: api.baseUrl, LOG_LEVEL: "debug" },
  });
});
afterAll(async () => {
  await served.stop();
  api.close();
  id.close();
});

/** Results of a call of every tool. */
async function callAll({ url }: Served = served): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const replies: string[] = [];
  for (const name of tools) {
    const body = message("tools/call", { name });
    replies.push((await ask(url, { headers, body })).body);
  }
  return replies;
}

test.each(answers)(
  "secrets stay hidden from an API that %s",
  async (_name, given) => {
    answer = given;
    tokenAnswer = giveToken;
    const replies = await callAll();
    expect(replies.filter((text) => text.includes("xyzzy"))).toEqual([]);
    expect(served.lines.filter((line) => LEAK.test(line))).toEqual([]);
  },
);

test("secrets were all sent to the API", () => {
  const text = JSON.stringify(api.received);
  for (const number of [1, 3, 5, 8, 11])
    expect(text).toMatch(new RegExp(`xyzzy\\W{0,3}${number}\\b`));
});

test("secrets stay hidden from an authorization server that repeats them", async () => {
  const own = await serve(join(project, "dist", "main.js"), {
    env: { ...env, API_BASE_URL: api.baseUrl, LOG_LEVEL: "debug" },
  });
  answer = (_request, response) => response.end("welcome");
  for (const status of [200, 400, 500]) {
    tokenAnswer = (request, response) =>
      response.writeHead(status, json).end(
        JSON.stringify({
          error: env.API_OAUTH_CLIENT_SECRET,
          error_description: echo(request),
        }),
      );
    const replies = await callAll(own);
    expect(replies.join()).toContain("no access token");
    expect(replies.filter((text) => LEAK.test(text))).toEqual([]);
  }
  expect(own.lines.filter((line) => LEAK.test(line))).toEqual([]);
  await own.stop();
});

test.each([
  ["throw", "The call failed because of an error in this server."],
  ["refuse", "[redacted]"],
  ["tell", "[redacted]"],
])(
  "secrets stay hidden if the API is unreachable, and if a handler has its environment to %s",
  async (way, said) => {
    const own = await serve(join(project, "dist", "main.js"), {
      env: {
        ...env,
        API_BASE_URL: "http://127.0.0.1:9",
        LOG_LEVEL: "debug",
        BREAK: way,
      },
    });
    const replies = await callAll(own);
    await own.stop();
    expect(replies[1]).toContain(said);
    const broken = own.lines.filter((line) =>
      line.includes('"error":"Error: '),
    );
    expect(broken).toHaveLength(way === "throw" ? 1 : 0);
    const told = [...replies, ...own.lines].join("\n");
    expect(told.replaceAll("missing-xyzzy-9", "")).not.toMatch(LEAK); // a file's name is not a secret
  },
);

test("secrets of callers stay hidden in refusals", async () => {
  const wrong = "Bearer mcp-token-xyzzy-12";
  const { url } = served;
  const replies = [
    await ask(url, { headers: { authorization: wrong }, body: "{}" }),
    await ask(`${url}?token=xyzzy`, { headers: { authorization: wrong } }),
    await ask(url, {
      headers: { authorization: `Bearer ${token}` },
      body: '{"xyzzy',
    }),
    await ask(url, {
      headers: { authorization: `Bearer ${token}`, host: "elsewhere" },
    }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 400, 403]);
  expect(JSON.stringify(replies)).not.toMatch(LEAK);
  expect(served.lines.filter((line) => LEAK.test(line))).toEqual([]);
});

test("secrets are in no file of the project", async () => {
  const files = await readdir(project, { recursive: true });
  const own = files.filter((file) => /^(src\/|[^/]*$)/.test(file));
  expect(own.length).toBeGreaterThan(60);
  for (const file of own) {
    const text = await readFile(join(project, file), "utf8").catch(() => "");
    expect(LEAK.test(text), file).toBe(false);
  }
});
