import { createServer } from "node:http";
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { OAuth2Server } from "oauth2-mock-server";
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import type { LoginOptions } from "../../../../runtime/features/credentials/oauth/login.js";
import { serviceOf } from "../../serving.js";
import { login } from "../../alone.js";

let id: OAuth2Server;
let idUrl: string;
/** Requests to the token endpoint, and its response. */
let asked: Record<string, string>[];
let given: Record<string, unknown>;

beforeEach(async () => {
  asked = [];
  given = { refresh_token: "refresh-1" };
  id = new OAuth2Server();
  await id.issuer.keys.generate("ES256");
  await id.start(0, "127.0.0.1");
  idUrl = `http://127.0.0.1:${id.address().port}`;
  id.issuer.url = idUrl;
  id.service.on(
    "beforeResponse",
    (
      response: { body: Record<string, unknown> },
      request: { body: Record<string, string> },
    ) => {
      asked.push(request.body);
      delete response.body["refresh_token"];
      Object.assign(response.body, given);
    },
  );
});
afterEach(() => id.stop());

const names = {
  clientId: "ID",
  clientSecret: "SECRET",
  refreshToken: "API_REFRESH_TOKEN",
};
const env = { ID: "my id" };

const browser = (): LoginOptions => ({
  authorizationUrl: `${idUrl}/authorize`,
  tokenUrl: `${idUrl}/token`,
  scopes: ["read", "write"],
  ...names,
});
const discovered = (): LoginOptions => ({
  url: `${idUrl}/.well-known/openid-configuration`,
  scopes: ["openid", "offline_access"],
  ...names,
});

type Options = Parameters<typeof login>[2];

/** Logs in; `visit` is what the user does with the page that they are shown. */
function start(
  one: LoginOptions,
  visit: (page: URL) => Promise<unknown> = open,
  options: Options = {},
) {
  const told: string[] = [];
  const printed: string[] = [];
  let visited: Promise<unknown> = Promise.resolve();
  const ended = login(
    serviceOf([]),
    { one },
    {
      env,
      tell(line) {
        told.push(line);
        const [page] = /https?:\S+/.exec(line) ?? [];
        if (page !== undefined && URL.canParse(page))
          visited = visit(new URL(page));
      },
      print: (line) => printed.push(line),
      ...options,
    },
  );
  return { told, printed, done: ended.then(() => visited) };
}

/** A browser that follows to this machine. */
const open = async (page: URL) => (await fetch(page)).text();

/** URL to which the authorization server sends the browser. */
async function backOf(page: URL): Promise<URL> {
  const { headers } = await fetch(page, { redirect: "manual" });
  return new URL(headers.get("location") ?? "");
}

describe("login in a browser", () => {
  test.each([
    ["a flow", browser, "read write"],
    ["a discovery", discovered, "openid offline_access"],
  ])("with %s prints the refresh token", async (_name, one, scope) => {
    let page = "";
    const { done, printed, told } = start(one(), async (url) => {
      page = url.href;
      expect(await open(url)).toBe(
        "You are logged in. You can close this page.",
      );
    });
    await done;
    expect(printed).toEqual(["API_REFRESH_TOKEN=refresh-1\n"]);
    const { searchParams } = new URL(page);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      client_id: "my id",
      scope,
      code_challenge_method: "S256",
    });
    const redirect = searchParams.get("redirect_uri");
    expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(asked).toMatchObject([
      {
        grant_type: "authorization_code",
        redirect_uri: redirect,
        client_id: "my id",
      },
    ]);
    const [{ code, code_verifier } = {}] = asked;
    for (const secret of [code, code_verifier, "refresh-1"])
      expect(told.join("")).not.toContain(secret);
    await expect(fetch(redirect ?? "")).rejects.toThrow();
  });

  test("refuses requests from elsewhere, and keeps waiting", async () => {
    const { done, printed } = start(browser(), async (page) => {
      const back = await backOf(page);
      const other = new URL(back);
      other.searchParams.set("state", "x");
      const path = new URL(back);
      path.pathname = "/other";
      for (const wrong of [other, path])
        expect((await fetch(wrong)).status).toBe(404);
      expect((await fetch(`${back.origin}//`)).status).toBe(404);
      expect((await fetch(back, { method: "POST" })).status).toBe(404);
      expect((await fetch(back)).status).toBe(200);
    });
    await done;
    expect(printed).toHaveLength(1);
  });

  test.each([
    [
      "of another issuer",
      { iss: "https://evil.example" },
      "another authorization server",
    ],
    [
      "that refuses",
      { code: "", error: "access_denied" },
      "refused the login (access_denied)",
    ],
    [
      "whose error is not a code",
      { code: "", error: "<b>" },
      "refused the login.",
    ],
  ])("ends with a response %s", async (_name, fields, message) => {
    const { done, printed } = start(discovered(), async (page) => {
      const back = await backOf(page);
      for (const [name, value] of Object.entries(fields))
        back.searchParams.set(name, value);
      return (await fetch(back)).text();
    });
    await expect(done).rejects.toThrow(message);
    expect(printed).toEqual([]);
    expect(asked).toEqual([]);
  });

  test("accepts the right issuer", async () => {
    const { done, printed } = start(discovered(), async (page) => {
      const back = await backOf(page);
      back.searchParams.set("iss", idUrl);
      return fetch(back);
    });
    await done;
    expect(printed).toHaveLength(1);
  });
});

test("login writes the token to a file that only its owner can read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "login-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const fresh = join(folder, "new.env");
  const first = start(browser(), open, { file: fresh });
  await first.done;
  expect(first.printed).toEqual([]);
  expect(first.told.at(-1)).toBe(`API_REFRESH_TOKEN stands in ${fresh}.\n`);
  expect(readFileSync(fresh, "utf8")).toBe("API_REFRESH_TOKEN=refresh-1\n");
  const file = join(folder, ".env");
  writeFileSync(
    file,
    "A=1\nAPI_REFRESH_TOKEN=old\n\n# b\nAPI_REFRESH_TOKEN_2=c\n",
    { mode: 0o644 },
  );
  given = { refresh_token: "a#b" };
  await start(browser(), open, { file }).done;
  expect(readFileSync(file, "utf8")).toBe(
    "A=1\n\n# b\nAPI_REFRESH_TOKEN_2=c\nAPI_REFRESH_TOKEN='a#b'\n",
  );
  if (process.platform !== "win32")
    for (const one of [file, fresh])
      expect(statSync(one).mode & 0o777).toBe(0o600);
});

test("login does not write through a link, and leaves a hard-linked file unchanged", async () => {
  const folder = mkdtempSync(join(tmpdir(), "login-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, open_, hard, link, gone] = [
    ".env",
    "public.txt",
    "hard.txt",
    "link.env",
    "gone.env",
  ].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
    string,
  ]; // five
  writeFileSync(open_, "public\n", { mode: 0o644 });
  for (const [one, target] of [
    [link, open_],
    [gone, join(folder, "nothing")],
  ] as const) {
    symlinkSync(target, one);
    const { done } = start(browser(), open, { file: one });
    await expect(done).rejects.toThrow("is a link or not a file");
  }
  expect(readFileSync(open_, "utf8")).toBe("public\n");
  expect(statSync(open_).mode & 0o777).toBe(0o644);
  // It is written beside and renamed, so that no half of it ever is there.
  writeFileSync(file, "A=1\n");
  linkSync(file, hard);
  await start(browser(), open, { file }).done;
  expect(readFileSync(hard, "utf8")).toBe("A=1\n");
  expect(readFileSync(file, "utf8")).toContain("API_REFRESH_TOKEN=");
  expect(readdirSync(folder).filter((one) => one.endsWith(".tmp"))).toEqual([]);
});

test("login requires the issuer's name if the issuer has promised it", async () => {
  const { response_types_supported, ...more } = (await (
    await fetch(`${idUrl}/.well-known/openid-configuration`)
  ).json()) as Record<string, unknown>;
  const server = createServer((_request, response) => {
    const { port } = server.address() as { port: number }; // listens on one
    const promise = { authorization_response_iss_parameter_supported: true };
    const issuer = `http://127.0.0.1:${port}`;
    response.end(
      JSON.stringify({ ...more, response_types_supported, ...promise, issuer }),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number }; // the same
  const issuer = `http://127.0.0.1:${port}`;
  const url = `${issuer}/.well-known/openid-configuration`;
  const one = { ...discovered(), url };
  await expect(start(one).done).rejects.toThrow("does not name");
  const { done } = start(one, async (page) => {
    const back = await backOf(page);
    back.searchParams.set("iss", issuer);
    return fetch(back);
  });
  await done;
});

test.each([
  [
    "did not return a refresh token",
    {},
    "?prompt=consent or ?access_type=offline",
  ],
  [
    "a token with a line break",
    { refresh_token: "a\nB=c" },
    "characters that an .env file",
  ],
])("a login response is an error: %s", async (_name, answer, message) => {
  given = answer;
  const file = join(tmpdir(), "never-written.env");
  const { done } = start(browser(), open, { file });
  await expect(done).rejects.toThrow(message);
  expect(existsSync(file)).toBe(false);
});

test.each<[string, Partial<LoginOptions>, string]>([
  [
    "a page",
    { authorizationUrl: "http://id.example/authorize" },
    "must begin with https:",
  ],
  ["tokens", { tokenUrl: "http://id.example/token" }, "must begin with https:"],
  ["no address", { tokenUrl: "" }, "must begin with https:"],
  [
    "a script",
    { authorizationUrl: "javascript:alert(1)" },
    "must begin with https:",
  ],
])("login refuses insecure endpoints: %s", async (_name, more, message) => {
  const { done, told } = start({ ...browser(), ...more });
  await expect(done).rejects.toThrow(message);
  expect(told).toEqual([]);
});

test("login refuses the discovery document of another issuer", async () => {
  id.issuer.url = "https://evil.example";
  await expect(start(discovered()).done).rejects.toThrow(
    "belongs to another issuer",
  );
});

test("login needs the name of the credential and the client id", async () => {
  const service = serviceOf([]);
  const both = { one: browser(), other: browser() };
  await expect(login(service, both, { env })).rejects.toThrow(
    "login one | other",
  );
  await expect(login(service, both, { env, scheme: "third" })).rejects.toThrow(
    "Choose a security scheme",
  );
  await expect(
    login(service, both, { env: {}, scheme: "one" }),
  ).rejects.toThrow("Set ID first.");
});

describe("login with a device code", () => {
  /** An authorization server that responds in this order. */
  async function device(...answers: object[]) {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      const answer = answers.shift() ?? {};
      const type = { "content-type": "application/json" };
      response.writeHead("error" in answer ? 400 : 200, type);
      void text(request).then((body) => {
        seen.push(`${request.url} ${body}`);
        response.end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number }; // listens on one
    const url = `http://127.0.0.1:${port}`;
    const one = {
      deviceAuthorizationUrl: `${url}/device`,
      tokenUrl: `${url}/token`,
      scopes: ["read"],
      ...names,
    };
    return { one, seen };
  }
  const begun = {
    device_code: "d-1",
    user_code: "ABCD-EFGH",
    interval: 0.05,
    verification_uri: "https://id.example/device",
  };
  const nothing = () => Promise.resolve();

  test("asks for the token until the user has entered the code", async () => {
    const { one, seen } = await device(
      begun,
      { error: "authorization_pending" },
      { access_token: "a", refresh_token: "r-1" },
    );
    const { done, printed, told } = start(one, nothing);
    await done;
    expect(told).toEqual([
      "Open https://id.example/device and enter ABCD-EFGH\n",
    ]);
    expect(printed).toEqual(["API_REFRESH_TOKEN=r-1\n"]);
    expect(seen[0]).toBe("/device client_id=my+id&scope=read");
    expect(seen.slice(1)).toEqual(
      Array(2).fill(
        "/token grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d-1&client_id=my+id",
      ),
    );
  });

  test.each<[string, object[], string]>([
    ["is refused", [begun, { error: "access_denied" }], "400 (access_denied)"],
    [
      "is late",
      [{ ...begun, expires_in: 0.01 }, { error: "authorization_pending" }],
      "in time",
    ],
    [
      "commands the terminal",
      [{ ...begun, user_code: "\u001b[2J" }],
      "did not return a code",
    ],
    [
      "has no page",
      [{ ...begun, verification_uri: "x" }],
      "did not return a code",
    ],
    ...["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"].map(
      (page): [string, object[], string] => [
        `has the page ${page}`,
        [{ ...begun, verification_uri: page }],
        "did not return a code",
      ],
    ),
    [
      "is an object",
      [{ ...begun, user_code: { toString: 1 } }],
      "did not return a code",
    ],
  ])("ends if the code %s", async (_name, answers, message) => {
    const { one } = await device(...answers);
    await expect(start(one, nothing).done).rejects.toThrow(message);
  });

  test.each([-1, 0.001, 1e-9, { toString: 1 }])(
    "asks once a second at most, whatever the server says: %j",
    async (interval) => {
      const { one, seen } = await device({ ...begun, interval });
      start(one, nothing).done.catch(() => undefined); // the test ends before
      await expect.poll(() => seen.length).toBe(1);
      await delay(900);
      expect(seen.length).toBeLessThan(4); // not some two hundred
    },
  );

  test("waits longer after slow_down", async () => {
    const { one, seen } = await device(begun, { error: "slow_down" });
    start(one, nothing).done.catch(() => undefined); // the test ends before
    await expect.poll(() => seen.length).toBe(2);
    await delay(300);
    expect(seen).toHaveLength(2);
  });
});
