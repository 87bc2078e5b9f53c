import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createServer } from "node:net";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { loginLinks } from "../../../../runtime/features/consent/login-links.js";
import { onBehalfOf } from "../../../../runtime/features/credentials/oauth/on-behalf-of.js";
import { sessions } from "../../../../runtime/features/http/sessions.js";
import { openSession } from "../../../../runtime/sdk/session.js";
import type { Args, Feature } from "../../../../runtime/index.js";
import { defineTool } from "../../../../runtime/features/components/custom/define.js";
import type { ListenOptions } from "../../alone.js";
import { portOf } from "../calls.js";
import { startUpstream } from "../../upstream.js";
import { readTool, serveAccounts, startIssuer } from "./accounts.js";
import type { Issuer } from "./accounts.js";

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

/** Calls the API several times for one call of the tool. */
const readTwice = defineTool({
  name: "twice",
  async handler(_args, { call }) {
    const calls = [call(readTool, {}), call(readTool, {}), call(readTool, {})];
    const results = await Promise.allSettled(calls);
    const reasons = results.map((result) =>
      result.status === "rejected" ? String(result.reason) : "done",
    );
    return reasons.join("\\n");
  },
});

/** A server whose vault needs the user first, and a port of the page at which no one may connect. */
async function serveVault(
  features: readonly Feature[] = [loginLinks()],
  listen: ListenOptions = { endpoint: sessions(openSession) },
) {
  let opened = 0;
  const listener = createServer(() => void (opened += 1));
  const host = `127.0.0.1:${await portOf(listener)}`;
  onTestFinished(() => void listener.close());
  let isLoggedIn = false;
  const vault = await startUpstream((_request, response) => {
    const refusal = {
      error: "interaction_required",
      error_uri: `https://${host}/connect?ticket=${vault.received.length}`,
    };
    const body = isLoggedIn ? { access_token: "token-of-the-api-1" } : refusal;
    response.writeHead(isLoggedIn ? 200 : 400).end(JSON.stringify(body));
  });
  const api = await startUpstream();
  const credentials = {
    it: onBehalfOf({
      tokenUrl: `${vault.baseUrl}/token`,
      clientId: "ID",
      clientSecret: "SECRET",
      loginPage: { host },
    }),
  };
  const served = await serveAccounts({
    client: { baseUrl: api.baseUrl, credentials },
    tools: [readTool, readTwice],
    features,
    env: { ID: "this-server", SECRET: "s3cret-of-this-server" },
    listen: { auth: issuer.auth(), ...listen },
  });
  return {
    ...served,
    api,
    host,
    vault,
    countOpened: () => opened,
    logIn: () => void (isLoggedIn = true),
  };
}

/** Connects a client of 2025-11-25 with these capabilities, and keeps what its user was shown. */
async function connectClient(
  url: string,
  elicitation: Elicitation,
  answer: () => object | Promise<object> = () => ({ action: "accept" }),
) {
  const shown: Args[] = [];
  const authorization = `Bearer ${await issuer.tokenOf({ sub: "ann" })}`;
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: elicitation ? { elicitation } : {} },
  );
  if (elicitation)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      shown.push({ ...params });
      return await answer(); // what a client may send
    });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization } },
  });
  await client.connect(transport); // an optional field is undefined
  onTestFinished(() => client.close());
  return {
    shown,
    call: async (name = "read") => {
      const { content } = await client.callTool({ name });
      return (content as { text: string }[]).map(({ text }) => text).join();
    },
  };
}

describe("the page of a login", () => {
  test.each<[string, string, boolean]>([
    ["accept", "has agreed to open the page", false],
    ["decline", "declined to open the page", false],
    ["cancel", "The user has to log in or agree at this address", true],
  ])(
    "is shown by a client that can, whose user says %s",
    async (action, want, hasAddress) => {
      const { api, countOpened, host, logIn, readTrail, url } =
        await serveVault();
      const { call, shown } = await connectClient(url, { url: {} }, () => ({
        action,
      }));
      const text = await call();
      expect(text).toContain(want);
      expect(text.includes(host)).toBe(hasAddress);
      expect(shown).toEqual([
        {
          mode: "url",
          elicitationId: expect.any(String) as string,
          url: `https://${host}/connect?ticket=1`,
          message: `This server needs you to log in or agree at ${host}, so that it can act for you. Open the page only if you asked for this.`,
        },
      ]);
      expect(api.received).toEqual([]);
      expect(countOpened()).toBe(0);
      expect(readTrail().at(-1)).toMatchObject({
        outcome: "error",
        consent: [{ answer: action }],
      });
      logIn();
      expect(await call()).toContain("ok");
      expect(shown).toHaveLength(1);
    },
  );

  test.each<[string, Elicitation, readonly Feature[] | undefined]>([
    ["without elicitation", undefined, undefined],
    ["with forms alone", { form: {} }, undefined],
    ["by default", {}, undefined],
    ["if the server does not show pages", { url: {} }, []],
  ])("is text for a client %s", async (_name, elicitation, features) => {
    const { countOpened, host, url } = await serveVault(features);
    const { call, shown } = await connectClient(url, elicitation);
    expect(await call()).toContain(`https://${host}/connect?ticket=1`);
    expect(shown).toEqual([]);
    expect(countOpened()).toBe(0);
  });

  test("is text without a session, in which no one knows what the client can show", async () => {
    const { call, host } = await serveVault(undefined, {});
    const authorization = `Bearer ${await issuer.tokenOf({ sub: "ann" })}`;
    expect(await call({ authorization })).toContain(
      `https://${host}/connect?ticket=1`,
    );
  });

  test("is shown once a call", async () => {
    const { countOpened, url } = await serveVault();
    const { call, shown } = await connectClient(url, { url: {} });
    const text = await call("twice");
    expect(text.split("\\n")).toHaveLength(3);
    expect(shown).toHaveLength(1);
    expect(countOpened()).toBe(0);
  });

  test.each<[string, () => object]>([
    ["a word of no meaning", () => ({ action: "constructor" })],
    [
      "an error",
      () => {
        throw new Error("broken");
      },
    ],
  ])("is text after %s", async (_name, answer) => {
    const { host, url } = await serveVault();
    const { call } = await connectClient(url, { url: {} }, answer);
    expect(await call()).toContain(`https://${host}/connect?ticket=1`);
  });
});
