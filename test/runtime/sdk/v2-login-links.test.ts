import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { loginLinks } from "../../../runtime/features/consent/login-links.js";
import { elicitConsent } from "../../../runtime/features/consent/elicit.js";
import { inputRequired } from "../../../runtime/features/consent/input-required.js";
import { onBehalfOf } from "../../../runtime/features/credentials/oauth/on-behalf-of.js";
import type { Args } from "../../../runtime/index.js";
import { toolOf, startUpstream } from "../upstream.js";
import { defineTool } from "../../../runtime/features/components/custom/define.js";
import { secured } from "../serving.js";
import {
  readTool,
  serveAccounts,
  startIssuer,
} from "../features/credentials/accounts.js";
import type { Issuer } from "../features/credentials/accounts.js";

const HOST = "login.example.com";

/** Capability of a client; undefined if it has none. */
type Elicitation =
  | {
      readonly form?: Record<never, never>;
      readonly url?: Record<never, never>;
    }
  | undefined;

let issuer: Issuer;
beforeAll(async () => void (issuer = await startIssuer()));
afterAll(() => issuer.stop());

const drop = toolOf({
  name: "drop",
  request: "DELETE /pets/{id}",
  arguments: { id: { in: "path", type: "string" } },
  security: [["it"]],
  confirm: "person",
});
const write = secured("write", [], { request: "POST /write" });
/** Sends a request that needs no login before one that does. */
const late = defineTool({
  name: "late",
  async handler(_args, { call }) {
    await call(write, {});
    return call(readTool, {});
  },
});

/** A server whose vault needs the user until they have logged in. */
async function serveVault() {
  let isLoggedIn = false;
  const vault = await startUpstream((_request, response) => {
    const refusal = {
      error: "interaction_required",
      error_uri: `https://${HOST}/connect?ticket=${vault.received.length}`,
    };
    const body = isLoggedIn ? { access_token: "token-of-the-api-1" } : refusal;
    response.writeHead(isLoggedIn ? 200 : 400).end(JSON.stringify(body));
  });
  const api = await startUpstream();
  const served = await serveAccounts({
    client: {
      baseUrl: api.baseUrl,
      credentials: {
        it: onBehalfOf({
          tokenUrl: `${vault.baseUrl}/token`,
          clientId: "ID",
          clientSecret: "SECRET",
          loginPage: { host: HOST },
        }),
      },
    },
    tools: [readTool, drop, late, write],
    features: [inputRequired(), loginLinks(), elicitConsent()],
    env: { ID: "this-server", SECRET: "s3cret-of-this-server" },
    listen: { auth: issuer.auth() },
  });
  return { ...served, api, vault, logIn: () => void (isLoggedIn = true) };
}

/** A client of 2026-07-28, and all that its user was shown. */
async function connectClient(
  url: string,
  elicitation: Elicitation,
  answer: (params: Args) => object = () => ({ action: "accept" }),
) {
  const shown: Args[] = [];
  const authorization = `Bearer ${await issuer.tokenOf({ sub: "ann" })}`;
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: elicitation ? { elicitation } : {},
      versionNegotiation: { mode: "auto" },
    },
  );
  if (elicitation)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      shown.push({ ...params });
      return answer({ ...params }) as never; // what a client may send
    });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization } },
  });
  await client.connect(transport); // an optional field is undefined
  onTestFinished(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  return {
    shown,
    call: async (name = "read", args: Args = {}) => {
      const { content } = await client.callTool({ name, arguments: args });
      return (content as { text: string }[]).map(({ text }) => text).join();
    },
  };
}

const page = (ticket: number) => ({
  mode: "url",
  url: `https://${HOST}/connect?ticket=${ticket}`,
  message: expect.stringContaining(`log in or agree at ${HOST}`) as string,
});

describe("the page of a login, for clients of 2026-07-28", () => {
  test("is a result, after which the call goes on", async () => {
    const { api, logIn, readAll, url } = await serveVault();
    const { call, shown } = await connectClient(url, { url: {} }, () => {
      logIn();
      return { action: "accept" };
    });
    expect(await call()).toContain("ok");
    expect(shown).toEqual([page(1)]);
    expect(api.received).toHaveLength(1);
    expect(readAll()).not.toMatch(/token-of-the-api|s3cret/);
  });

  test.each([
    ["accept", "has agreed to open the page"],
    ["decline", "declined to open the page"],
    ["cancel", `https://${HOST}/connect?ticket=2`],
  ])("is shown once a call to a user who says %s", async (action, want) => {
    const { api, url, vault } = await serveVault();
    const { call, shown } = await connectClient(url, { url: {} }, () => ({
      action,
    }));
    expect(await call()).toContain(want);
    expect(shown).toEqual([page(1)]); // and not the second one
    expect(vault.received).toHaveLength(2);
    expect(api.received).toEqual([]);
  });

  test.each<[string, Elicitation]>([
    ["without elicitation", undefined],
    ["with forms alone", { form: {} }],
    ["by default", {}],
  ])("is text for a client %s", async (_name, elicitation) => {
    const { url } = await serveVault();
    const { call, shown } = await connectClient(url, elicitation);
    expect(await call()).toContain(`https://${HOST}/connect?ticket=1`);
    expect(shown).toEqual([]);
  });

  test("follows the consent to a call, which is sent once", async () => {
    const { api, logIn, url } = await serveVault();
    const elicitation = { form: {}, url: {} };
    const { call, shown } = await connectClient(url, elicitation, (params) => {
      if (params["mode"] === "url") logIn();
      return { action: "accept", content: {} };
    });
    expect(await call("drop", { id: "7" })).toContain("ok");
    expect(shown.map(({ mode }) => mode)).toEqual([undefined, "url"]);
    expect(api.received.map(({ method }) => method)).toEqual(["DELETE"]);
  });

  test("is no consent to a call", async () => {
    const { api, logIn, url } = await serveVault();
    logIn();
    const { call, shown } = await connectClient(url, { url: {} });
    expect(await call("drop", { id: "7" })).toContain("can't ask them");
    expect(shown).toEqual([]);
    expect(api.received).toEqual([]);
  });

  test("is text after a request that was sent, which is not sent twice", async () => {
    const { api, url } = await serveVault();
    const { call, shown } = await connectClient(url, { url: {} });
    expect(await call("late")).toContain(`https://${HOST}/connect?ticket=1`);
    expect(shown).toEqual([]);
    expect(api.received.map(({ method }) => method)).toEqual(["POST"]);
  });
});
