import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, expectTypeOf, test } from "vitest";
import { context } from "../../../../runtime/features/components/custom/context.js";
import {
  definePrompt,
  defineResource,
  defineTool,
  text,
} from "../../../../runtime/features/components/custom/define.js";
import { defineTool as defineOperation } from "../../../../runtime/index.js";
import { prompts } from "../../../../runtime/features/components/prompts/prompts.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import { search } from "../../../../runtime/features/listing/search/search.js";
import { createMcpServer } from "../../../../runtime/sdk.js";
import { ask, connect, serviceOf, silent } from "../../serving.js";
import { startUpstream } from "../../upstream.js";

interface GetBook {
  arguments: { bookId: number };
  response: { title: string };
}

const getBook = defineOperation<GetBook>({
  name: "getBook",
  title: "Get a book",
  request: "GET /books/{bookId}",
  arguments: { bookId: { in: "path", type: "integer" } },
  handler: (args, { send }) => send(args),
});

const app = "ui://shelf/index.html";
const icons = [{ src: "https://example.com/shelf.png" }];

const compare = defineTool({
  name: "compare",
  title: "Compare two books",
  annotations: { readOnlyHint: true },
  icons,
  _meta: { ui: { resourceUri: app } },
  arguments: {
    ids: { type: "array", items: { type: "integer" }, required: true },
    by: { enum: ["title", "price"] },
  },
  async handler({ by = "title", ids }, { call, log, principal, progress }) {
    expectTypeOf(ids).toEqualTypeOf<number[]>();
    expectTypeOf(by).toEqualTypeOf<"price" | "title">();
    const titles: string[] = [];
    for (const bookId of ids) {
      progress(`asking for ${bookId}`);
      const { data } = await call(getBook, { bookId });
      titles.push(data.title);
    }
    log.info("compared", { by });
    return { ...text(...titles), _meta: { asked: principal?.id ?? "nobody" } };
  },
});

const order = defineTool({
  name: "order",
  async handler(_args, { elicit }) {
    const said = await elicit("How many?", {
      count: { type: "integer", required: true, description: "Books." },
    });
    if (!said) return text("Nothing was ordered.");
    expectTypeOf(said.count).toEqualTypeOf<number>();
    return text(`${said.count} books are ordered.`);
  },
});

const shelf = defineResource({
  name: "shelf",
  uri: app,
  mimeType: "text/html;profile=mcp-app",
  icons,
  _meta: { ui: { prefersBorder: true } },
  read: ({ principal }) => `<p>Hello ${principal?.id ?? "you"}</p>`,
});

const advise = definePrompt({
  name: "advise",
  title: "Advise a reader",
  arguments: {
    genre: { type: "string", required: true, description: "What they like." },
    age: { type: "integer" },
  },
  text: `
    Find a book of {genre} for a reader{age}.
    Leave {this} as it is.
  `,
});

const own = [getBook, compare, order, shelf, advise];
const features = [context(), prompts(), resources()];

async function bookshop() {
  const { baseUrl } = await startUpstream(({ url }, response) => {
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ title: `Book at ${url}` }));
  });
  return serviceOf(own, { client: { baseUrl }, features });
}

test("your own tool calls generated ones, and its result, icons and _meta reach the client", async () => {
  const { client, lines } = await connect(await bookshop());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "compare",
    "getBook",
    "order",
  ]);
  expect(tools[0]).toMatchObject({
    icons,
    _meta: { ui: { resourceUri: app } },
  });
  expect(tools[0]?.inputSchema.required).toEqual(["ids"]);
  const told: unknown[] = [];
  const args = { name: "compare", arguments: { ids: ["1", 2] } };
  const result = await client.callTool(args, undefined, {
    onprogress: ({ message }) => told.push(message),
  });
  expect(result).toEqual({
    content: [
      { type: "text", text: "Book at /books/1" },
      { type: "text", text: "Book at /books/2" },
    ],
    _meta: { asked: "nobody" },
  });
  expect(told).toEqual(["asking for 1", "asking for 2"]);
  expect(lines.join("\n")).toContain('"event":"compared","by":"title"');
  const line = lines.find((one) => one.includes('"tool":"compare"'));
  expect(line).not.toContain('"method"');
  expect(line).toContain(
    '"requests":["GET /books/{bookId} 200 (2 times)"],"status":200',
  );
  expect(await client.callTool({ name: "compare" })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("/ids: is required") as string }],
  });
});

test("your own resource is read, and a prompt fills in its arguments", async () => {
  const { client } = await connect(await bookshop());
  expect((await client.listResources()).resources).toMatchObject([
    { uri: app, icons, _meta: { ui: { prefersBorder: true } } },
  ]);
  expect(await client.readResource({ uri: app })).toEqual({
    contents: [
      { uri: app, mimeType: shelf.mimeType, text: "<p>Hello you</p>" },
    ],
  });
  expect((await client.listPrompts()).prompts).toEqual([
    {
      name: "advise",
      title: "Advise a reader",
      description: "Advise a reader",
      arguments: [
        { name: "genre", required: true, description: "What they like." },
        { name: "age", required: false },
      ],
    },
  ]);
  const asked = { name: "advise", arguments: { genre: "poems" } };
  expect(await client.getPrompt(asked)).toEqual({
    messages: [
      {
        role: "user",
        content: {
          type: "text",
          text: "Find a book of poems for a reader.\nLeave {this} as it is.",
        },
      },
    ],
  });
  for (const [name, reason] of [
    ["advise", "/genre: is required"],
    ["advice", "Unknown prompt: advice"],
  ] as const)
    await expect(client.getPrompt({ name })).rejects.toThrow(reason);
});

test.each([
  ["accept", { count: 2 }, "2 books are ordered."],
  [
    "accept",
    { count: "many" },
    "does not fit the question.\\n- /count: must be integer, not string",
  ],
  ["decline", undefined, "Nothing was ordered."],
  ["none", undefined, "this client can't ask for one"],
])("an elicitation with the reply %s %o", async (action, content, wanted) => {
  const capabilities = action === "none" ? {} : { elicitation: {} };
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  let schema: unknown;
  if (action !== "none")
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      schema = "requestedSchema" in params && params.requestedSchema;
      return { action, content };
    });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createMcpServer(serviceOf(own, { features }), silent).connect(theirs);
  await client.connect(ours);
  const { content: told } = await client.callTool({ name: "order" });
  expect(JSON.stringify(told)).toContain(wanted);
  if (action !== "none")
    expect(schema).toEqual({
      type: "object",
      properties: { count: { type: "integer", description: "Books." } },
      required: ["count"],
    });
});

test("the caller's name is passed to handlers and to the log", async () => {
  const principal = { id: "1", name: "ada", scopes: [] };
  const lines: object[] = [];
  const log = { ...silent, info: (_: string, more = {}) => lines.push(more) };
  const service = serviceOf(own, { features });
  const caller = { principal, log };
  const asked = { arguments: { ids: [] }, name: "compare" };
  const result = await ask(service, "tools/call", asked, caller);
  expect(result).toMatchObject({ _meta: { asked: "1" } });
  expect(lines).toMatchObject([{ by: "title" }, { principal: "ada" }]);
});

test("a search lists your own tools beside its four, and finds them", async () => {
  const service = serviceOf(own, { features: [search(), ...features] });
  const { tools } = (await ask(service, "tools/list")) as {
    tools: { name: string; _meta?: object }[];
  };
  expect(tools.slice(4)).toMatchObject([
    { name: "compare", _meta: { ui: {}, "anthropic/alwaysLoad": true } },
    { name: "order" },
  ]);
  for (const [name, args, wanted] of [
    ["search_operations", { query: "compare books" }, "compare(ids, by?)"],
    ["describe_operations", { names: ["compare"] }, "ids"],
    ["read_operation", { name: "compare", arguments: { ids: [] } }, "content"],
  ] as const) {
    const called = { name, arguments: args };
    const result = await ask(service, "tools/call", called);
    expect(JSON.stringify(result)).toContain(wanted);
  }
});

test("a component without its feature is refused at the start", () => {
  expect(() => serviceOf([advise])).toThrow("advise needs the feature prompts");
  expect(() => serviceOf([shelf])).toThrow("needs the feature resources");
});

test("duplicate names are refused", () => {
  const other = defineTool({ name: "getBook", handler: () => "mine" });
  expect(() => serviceOf([getBook, other])).toThrow(
    'GET /books/{bookId} and custom both have the name "getBook"',
  );
  expect(() => serviceOf([advise, advise], { features })).toThrow(
    'Two prompts are called "advise"',
  );
});
