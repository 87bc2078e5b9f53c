import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sample } from "../samples/whole.js";
import { fastify, hono } from "./calls.js";
import type { Subject } from "./calls.js";
import {
  inProcess,
  inProcessOverHttp,
  overHttp,
  sampleServer,
} from "./emitted.js";

type Step = readonly [ask: (client: Client) => Promise<unknown>, shown: RegExp];

function tool(name: string, args: Record<string, unknown> = {}) {
  return (client: Client) => client.callTool({ name, arguments: args });
}

function read(uri: string) {
  return (client: Client) => client.readResource({ uri });
}

const file = {
  data: Buffer.from([0, 1, 254, 255]).toString("base64"),
  filename: "a.bin",
  contentType: "application/octet-stream",
};

/** Requests in order, and the text that each must show, so that two equal failures don't pass. */
const desk: readonly Step[] = [
  [read("resource://tickets"), /printer is on fire.*More coffee/],
  [tool("openTicket", { subject: "No heating", urgent: true }), /agent.*open/],
  [read("resource://tickets?status=closed"), /"text":"\[\]"/],
  // The schema lets this one pass; the application does not.
  [
    tool("openTicket", { subject: "No heating" }),
    /422 .*"field":"subject".*"isError":true/s,
  ],
  [tool("openTicket", { subject: "x" }), /subject.*"isError":true/s],
  [tool("attachFile", { id: 1, name: "a.bin", file }), /a\.bin.*4/],
  [tool("attachFile", { id: 1, name: "b", file: file.data }), /"bytes\W+:\s*4/],
  [read("tickets://1/attachments/a.bin"), /AAH\+\/w==/],
  [read("resource://latest"), /"\/tickets\/3/],
  [read("resource://export"), /fire.*coffee.*heating/],
  [tool("deleteTicket", { id: 2 }), /"content":\[\]/],
  [watch, /event: hello.*event: ticket.*While somebody watches/s],
];

const cook: readonly Step[] = [
  [tool("listRecipes"), /Pancakes.*Sourdough/],
  [tool("listRecipes", { maxMinutes: 30 }), /Pancakes/],
  [tool("addRecipe", { name: "Tea", minutes: 5 }), /agent/],
  [tool("addRecipe", { name: "Tea", minutes: -5 }), /minutes.*isError/s],
  [tool("getRecipe", { id: 99 }), /404 .*no recipe 99.*isError/s],
  [tool("getPicture", { id: 1 }), /"type":"image".*image\/png/],
  [tool("cook", { id: 1 }), /"text":"event: step\\nMix.*"text":"event: step/],
  [tool("dumpRecipes"), /Pancakes.*Sourdough.*Tea/],
];

const subjects: Record<
  string,
  {
    readonly make: () => Promise<Subject>;
    readonly env: Record<string, string>;
    /** Options of a client over HTTP that make it the same user. */
    readonly options: string;
    readonly steps: readonly Step[];
  }
> = {
  "Help desk": {
    make: fastify,
    env: { API_TOKEN: "token-of-the-agent" },
    options:
      'credentials: credentials({ token: bearer({ variable: "API_TOKEN" }) })',
    steps: desk,
  },
  Recipes: {
    make: hono,
    env: {},
    options: 'headers: { "x-user": "agent" }',
    steps: cook,
  },
};

describe.each(Object.entries(subjects))("%s", (name, subject) => {
  let sample: Sample;
  beforeAll(async () => {
    sample = await sampleServer(name);
  });
  afterAll(() => sample.remove());

  test("returns the same to an MCP client in the process as over HTTP", async () => {
    const served = await (await subject.make()).listen();
    const { server } = sample;
    const inside = await inProcess(server, subject.env);
    const outside = await overHttp(server, {
      baseUrl: served.url,
      env: subject.env,
      options: subject.options,
    });
    for (const [ask, shown] of subject.steps) {
      const text = JSON.stringify(await settled(ask(inside)));
      expect(text.replaceAll('\\"', '"')).toMatch(shown);
      expect(text).toBe(
        JSON.stringify(await settled(ask(outside))).replaceAll(served.url, ""),
      );
    }
    await served.close();
  });

  if (name === "Recipes")
    test("acts over Streamable HTTP as the stand-in user, whatever the headers say", async () => {
      const headers = { "x-user": "mallory" };
      const client = await inProcessOverHttp(sample.server, headers);
      const args = { name: "Soup", minutes: 30 };
      const added = await tool("addRecipe", args)(client);
      expect(JSON.stringify(added)).toContain('author\\":\\"agent');
    });
});

/** Opens a ticket when the stream that waits for one has begun. */
async function watch(client: Client): Promise<unknown> {
  let opened: Promise<unknown> | undefined;
  const seen = await client.readResource(
    { uri: "resource://events?count=1" },
    { onprogress: () => void (opened ??= openTicket(client)) },
  );
  return [seen, await opened];
}

function openTicket(client: Client): Promise<unknown> {
  const subject = "While somebody watches";
  return client.callTool({ name: "openTicket", arguments: { subject } });
}

function settled(result: Promise<unknown>): Promise<unknown> {
  return result.catch((error: unknown) => String(error));
}
