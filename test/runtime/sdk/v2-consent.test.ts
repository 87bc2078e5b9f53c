import { setTimeout as delay } from "node:timers/promises";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { elicitConsent } from "../../../runtime/features/consent/elicit.js";
import { context } from "../../../runtime/features/components/custom/context.js";
import {
  defineResource,
  defineTool,
} from "../../../runtime/features/components/custom/define.js";
import { staticTokens } from "../../../runtime/features/http/http.js";
import { createLog } from "../../../runtime/features/observe/log.js";
import { resources } from "../../../runtime/features/components/resources.js";
import { search } from "../../../runtime/features/listing/search/search.js";
import { sessions } from "../../../runtime/features/http/sessions.js";
import type { Args } from "../../../runtime/index.js";
import { openSession } from "../../../runtime/sdk/session.js";
import { listenOnHttp } from "../features/http/listening.js";
import { pipesTo } from "../pipes.js";
import { serviceOf, silent } from "../serving.js";
import { toolOf } from "../upstream.js";
import { fetchHandler, inputRequired } from "../alone.js";

afterEach(() => vi.restoreAllMocks());

const env = { MCP_STATE_KEY: "key-of-all-replicas-0123456789abcdef" };
const sent: Args[] = [];

const drop = toolOf({
  name: "drop",
  title: "Delete a repository",
  request: "DELETE /repos/{repo}",
  arguments: { repo: { in: "path", type: "string" } },
  confirm: "person",
  handler(args: Args) {
    sent.push({ ...args });
    return `dropped ${String(args["repo"])}`;
  },
});
const order = defineTool({
  name: "order",
  async handler(_args, { elicit }) {
    const said = await elicit("How many?", {
      count: { type: "integer", required: true },
    });
    return said ? `${said.count} are ordered` : "nothing is ordered";
  },
});
const shelf = defineResource({
  name: "shelf",
  uri: "shelf://books",
  async read({ elicit }) {
    const said = await elicit("Which?", { row: { type: "integer" } });
    return `row ${said?.row}`;
  },
});

/** A server of its own, with the key that all of them have. */
function served(more: ReturnType<typeof search>[] = []) {
  const features = [
    inputRequired({ env }),
    ...more,
    context(),
    elicitConsent(),
    resources(),
  ];
  return serviceOf([drop, order, shelf], { features });
}

/** Ways by which a client of 2026-07-28 reaches the server. */
const WAYS = {
  stdio: async () => pipesTo(served(), silent),
  "two replicas": async () => {
    const urls = [
      (await listenOnHttp(served())).url,
      (await listenOnHttp(served())).url,
    ];
    let at = 0;
    // Each request goes to the other one.
    return new StreamableHTTPClientTransport(new URL(urls[0] ?? ""), {
      fetch: (_url, init) => fetch(urls[at++ % 2] ?? "", init),
    });
  },
  sessions: async () => {
    const endpoint = sessions(openSession);
    const { url } = await listenOnHttp(served(), { endpoint });
    return new StreamableHTTPClientTransport(new URL(url));
  },
  worker: async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const handle = fetchHandler(served());
    return new StreamableHTTPClientTransport(
      new URL("http://mcp.example/mcp"),
      { fetch: (url, init) => handle(new Request(url, init)) }, // as workers give it
    );
  },
};

type Said = { action: "accept" | "cancel" | "decline"; content?: Args };

/** A client that speaks 2026-07-28, and its person. */
async function clientOf(
  transport: object,
  answer?: (message: string) => Said | Promise<Said>,
): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: answer ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: "auto" },
    },
  );
  if (answer)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const said = await answer(params.message);
      return said as never; // its content is what a form takes
    });
  await client.connect(transport as never); // an optional field is undefined
  onTestFinished(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  sent.length = 0;
  return client;
}

const params = { name: "drop", arguments: { repo: "site" } };
const textOf = (result: { content: unknown }) => JSON.stringify(result.content);

describe.each(Object.entries(WAYS))("consent over %s", (_way, open) => {
  test.each([
    ["accept", "dropped site"],
    ["decline", "the user declined"],
    ["cancel", "closed the question"],
  ] as const)("after the user's %s", async (action, want) => {
    const shown: string[] = [];
    const client = await clientOf(await open(), (message) => {
      shown.push(message);
      return { action, content: {} };
    });
    expect(textOf(await client.callTool(params))).toContain(want);
    expect(shown).toEqual([
      'Delete a repository\nDELETE /repos/{repo}\n- "repo":"site"',
    ]);
    expect(sent).toHaveLength(action === "accept" ? 1 : 0);
  });

  test("is an error for clients without elicitation", async () => {
    const client = await clientOf(await open());
    const result = await client.callTool(params);
    expect(textOf(result)).toContain("this client can't ask them");
    expect(sent).toEqual([]);
  });

  test("may come from a question of the handler", async () => {
    const client = await clientOf(await open(), (message) => ({
      action: "accept",
      content: message === "Which?" ? { row: 4 } : { count: 3 },
    }));
    const result = await client.callTool({ name: "order", arguments: {} });
    expect(textOf(result)).toContain("3 are ordered");
    const { contents } = await client.readResource({ uri: "shelf://books" });
    expect(contents).toMatchObject([{ text: "row 4" }]);
  });

  test("ends with the client's timeout", async () => {
    const client = await clientOf(await open(), async () => {
      await delay(400);
      return { action: "accept" };
    });
    const late = client.callTool(params, { maxTotalTimeout: 300 });
    await expect(late).rejects.toThrow("timeout exceeded");
    expect(sent).toEqual([]);
  });
});

test("consent is asked for by call_operation", async () => {
  const client = await clientOf(
    await pipesTo(served([search()]), silent),
    () => ({
      action: "accept",
    }),
  );
  const name = "call_operation";
  const result = await client.callTool({ name, arguments: params });
  expect(textOf(result)).toContain("dropped site");
});

/** Number of calls, by default a tenth; `npm run test:v2` makes them all. */
const CALLS = process.env["TOOLWRIGHT_CALLS"] === "all" ? 1000 : 100;

test(`${CALLS} concurrent calls keep their consents apart`, async () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line) });
  const auth = staticTokens([
    "token-of-ann-0123456789",
    "token-of-bob-0123456789",
  ]);
  const urls = [
    (await listenOnHttp(served(), { auth, log })).url,
    (await listenOnHttp(served(), { auth, log })).url,
  ];
  const clients = await Promise.all(
    ["ann", "bob"].map((who) => {
      let at = 0;
      const transport = new StreamableHTTPClientTransport(
        new URL(urls[0] ?? ""),
        {
          fetch: (_url, init) => fetch(urls[at++ % 2] ?? "", init),
          requestInit: {
            headers: { authorization: `Bearer token-of-${who}-0123456789` },
          },
        },
      );
      return clientOf(transport, (message) => ({
        action: /[02468]"$/.test(message) ? "accept" : "decline",
      }));
    }),
  );
  const call = async (at: number) => {
    const repo = `repo-${at}`;
    const result = await clients[at % 3 === 0 ? 0 : 1]?.callTool({
      name: "drop",
      arguments: { repo },
    });
    return textOf(result ?? { content: "" }).includes(`dropped ${repo}`);
  };
  const all = Array.from({ length: CALLS }, (_, at) => at);
  const results = await Promise.all(all.map(call));
  const accepted = all.filter((at) => at % 2 === 0);
  expect(all.filter((at) => results[at])).toEqual(accepted);
  expect(sent.map(({ repo }) => repo).sort()).toEqual(
    accepted.map((at) => `repo-${at}`).sort(),
  );
  const consents = lines.filter((line) => line.includes('"said":"accept"'));
  expect(consents).toHaveLength(CALLS / 2);
}, 120_000);
