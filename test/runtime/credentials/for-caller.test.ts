import { afterEach, beforeEach, expect, test } from "vitest";
import {
  bearer,
  createCatalog,
  createHttpClient,
  createLog,
  createMcpServer,
  fromCaller,
  listen,
} from "../../../runtime/index.js";
import type { ClientOptions, Running } from "../../../runtime/index.js";
import { ask, message } from "../ask.js";
import { secured } from "../secured.js";
import { listen as listenApi } from "../upstream.js";

let api: Awaited<ReturnType<typeof listenApi>>;
let running: Running | undefined;

beforeEach(async () => {
  api = await listenApi((request, response) => {
    response.statusCode = request.url === "/fail" ? 400 : 200;
    response.end(`you sent ${JSON.stringify(request.headers)}`);
  });
});
afterEach(async () => {
  await running?.close();
  api.close();
});

/** The text of a call's result, for a caller who sends these headers. */
async function callWith(
  options: Partial<ClientOptions>,
  headers: Record<string, string>,
  name = "ask",
): Promise<string> {
  const tools = [secured("ask", [["user"]]), secured("fail", [["user"]])];
  const client = createHttpClient({ baseUrl: api.baseUrl, ...options });
  const catalog = createCatalog({
    name: "shared",
    version: "1",
    sources: [{ tools, schemas: {}, answers: {}, client }],
  });
  running = await listen((own) => createMcpServer(catalog, own), {
    transport: "streamable-http",
    port: 0,
    log: createLog({ level: "silent" }),
  });
  const body = message("tools/call", { name });
  return (await ask(running.url ?? "", { headers, body })).body;
}

const user = fromCaller("X-Shop-Token", (variable, env) =>
  bearer({ variable, env }),
);
const caller = {
  authorization: "Bearer for-this-server-alone",
  cookie: "sid=for-this-server-alone",
  "x-shop-token": "token-of-ann",
  "x-tenant": "tenant-of-ann",
  "x-other": "other",
};

test("nothing of a caller's request is passed on by default", async () => {
  const env = { TOKEN: "token-of-server" };
  const own = bearer({ variable: "TOKEN", env });
  await callWith({ credentials: { user: own } }, caller);
  const [sent] = api.received;
  const text = JSON.stringify(sent).toLowerCase();
  expect(text).toContain("token-of-server");
  expect(text).not.toMatch(/this-server-alone|of-ann|x-other/);
});

test("what is allowed is passed on, and no more", async () => {
  const allowed = { credentials: { user }, passHeaders: ["X-Tenant"] };
  await callWith(allowed, caller);
  expect(api.received[0]?.headers).toMatchObject({
    authorization: "Bearer token-of-ann",
    "x-tenant": "tenant-of-ann",
  });
  expect(JSON.stringify(api.received)).not.toMatch(/alone|x-other/);
});

test.each(["ask", "fail"])(
  "what a caller gave is not told again by %s",
  async (name) => {
    const allowed = { credentials: { user }, passHeaders: ["X-Tenant"] };
    const text = await callWith(allowed, caller, name);
    expect(text).toContain("you sent");
    expect(text).not.toMatch(/of-ann/);
  },
);

test("a caller without the header is told of it", async () => {
  const text = await callWith({ credentials: { user } }, { "x-tenant": "t" });
  expect(text).toContain(
    "Set the header X-Shop-Token of the request to this server for user.",
  );
  expect(api.received).toEqual([]);
});

test.each(["Authorization", "cookie"])("%s can't be allowed", (name) => {
  const options = { baseUrl: api.baseUrl, passHeaders: [name] };
  expect(() => createHttpClient(options)).toThrow(
    "meant for this server alone",
  );
});
