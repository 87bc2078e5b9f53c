import { expect, test } from "vitest";
import { poll } from "../../runtime/features/responses/poll.js";
import { defineTool } from "../../runtime/index.js";
import type { Context, Feature, Tool } from "../../runtime/index.js";
import { connect, serviceOf } from "./serving.js";
import { startUpstream } from "./upstream.js";

const getPet = defineTool({
  name: "getPet",
  request: "GET /pets/{petId}",
  arguments: { petId: { in: "path", type: "integer" } },
  handler: (args, { send }) => send(args),
});

/** Calls a tool of `POST /pets` with this handler. Returns the fields of its line in the log. */
async function logOf(
  handler: (context: Context) => unknown,
  { features = [], ...tool }: Partial<Tool> & { features?: Feature[] } = {},
) {
  const api = await startUpstream(({ method, url = "" }, response) => {
    if (url.startsWith("/pets/404")) response.statusCode = 404;
    if (url.startsWith("/cut")) response.destroy();
    if (method === "POST")
      response.setHeader("location", "/jobs/s3cr3t?sig=abc");
    response.setHeader("content-type", "application/json").end('{"a":1}');
  });
  const savePet = defineTool({
    name: "savePet",
    request: "POST /pets",
    handler: async (_args, context) => {
      await handler(context);
      return "done";
    },
    ...tool,
  });
  const { client, lines } = await connect(
    serviceOf([savePet, getPet], {
      client: { baseUrl: api.baseUrl },
      features,
    }),
  );
  await client.callTool({ name: "savePet", arguments: {} });
  const line = lines.find((text) => text.includes('"event":"call"')) ?? "{}";
  return JSON.parse(line) as Record<string, unknown>;
}

const OPERATION = { method: "POST", path: "/pets" };
const cut = defineTool({
  name: "cut",
  request: "GET /cut",
  handler: () => undefined,
});

test.each<[what: string, handler: (context: Context) => unknown, want: object]>(
  [
    ["its request", ({ send }) => send({}), { ...OPERATION, status: 200 }],
    ["nothing", () => undefined, OPERATION],
    [
      "its request twice",
      async ({ send }) => {
        await send({});
        await send({});
      },
      { ...OPERATION, status: 200, requests: ["POST /pets 200 (2 times)"] },
    ],
    [
      "a read alone",
      ({ call }) => call(getPet, { petId: 7 }),
      { status: 200, requests: ["GET /pets/{petId} 200"] },
    ],
    [
      "a failed read, and then its request",
      async ({ call, send }) => {
        await call(getPet, { petId: 404 }).catch(() => undefined);
        await send({});
      },
      { status: 200, requests: ["GET /pets/{petId} 404", "POST /pets 200"] },
    ],
    [
      "a request without a response",
      ({ call }) => call(cut, {}),
      { requests: ["GET /cut"], error: "NoAnswer" },
    ],
    [
      "nothing, since the arguments are refused",
      ({ call }) => call(getPet, { petId: "" }),
      { ...OPERATION, error: "ArgumentError" },
    ],
  ],
)("the log of a handler that sends %s", async (_what, handler, want) => {
  const line = await logOf(handler);
  for (const name of ["method", "path", "status", "requests", "error"])
    expect(line[name]).toEqual((want as Record<string, unknown>)[name]);
});

const cat = defineTool({ ...getPet, request: "GET /cats/{petId}" });

test("the log names at most 20 different requests", async () => {
  const line = await logOf(async ({ call }) => {
    for (let id = 0; id < 50; id += 1)
      await call(id % 2 ? getPet : cat, { petId: 1 });
  });
  const requests = line["requests"] as string[];
  expect(requests).toHaveLength(21);
  expect(requests.at(-1)).toBe("and 30 more");
});

test("the log has no query of a URL that a response gave", async () => {
  const line = await logOf(
    async ({ poll, send }) =>
      poll(await send({}), {
        every: 0.2,
        until: ({ status }) => status > 300,
        most: 0.3,
      }),
    { features: [poll()] },
  );
  expect(line["requests"]).toEqual(["POST /pets 200", "GET /jobs/s3cr3t 200"]);
});
