import { describe, expect, it, test } from "vitest";
import { scopes } from "../../../../../runtime/features/http/auth/scopes.js";
import { shortenResponses } from "../../../../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { inlineSchemas } from "../../../../../runtime/features/listing/inline-schemas.js";
import { search } from "../../../../../runtime/features/listing/search/search.js";
import type { Args, Caller, McpService } from "../../../../../runtime/index.js";
import { ask, connect, serviceOf } from "../../../serving.js";
import { startUpstream, toolOf } from "../../../upstream.js";
import { questions, shop } from "./shop.js";

const service = serviceOf(shop, {
  listing: inlineSchemas,
  features: [scopes(), search()],
});

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

/** The text of a response; that of an error begins with `error: `. */
async function call(
  name: string,
  args: Args,
  caller: Partial<Caller> = {},
  of: McpService = service,
): Promise<string> {
  const params = { name, arguments: args };
  const result = (await ask(of, "tools/call", params, caller)) as Result; // as tools respond
  const text = result.content.map((block) => block.text).join("\n");
  return result.isError === true ? `error: ${text}` : text;
}

const holding = (...scopes: string[]) => ({ principal: { id: "it", scopes } });

async function namesFor(query: string, more: Args = {}, caller = {}) {
  const text = await call("search_operations", { query, ...more }, caller);
  return text.split("\n").flatMap((line) => /^(\w+)\(/.exec(line)?.[1] ?? []);
}

async function listed(of: McpService, caller: Partial<Caller> = {}) {
  const { tools } = (await ask(of, "tools/list", {}, caller)) as {
    tools: { name: string; _meta?: object }[]; // what the feature lists
  };
  return tools;
}

const OWN = [
  "search_operations",
  "describe_operations",
  "read_operation",
  "call_operation",
];

describe("the listing of a search", () => {
  it("has four tools and those always listed, for every client at once", async () => {
    const alwaysListed = ["orders_get", "gone", "account_close"];
    const pinning = serviceOf(shop, {
      features: [scopes(), search({ alwaysListed })],
    });
    const tools = await listed(pinning);
    expect(tools.map(({ name }) => name)).toEqual([
      ...OWN,
      "account_close",
      "orders_get",
    ]);
    for (const { _meta } of tools)
      expect(_meta).toEqual({ "anthropic/alwaysLoad": true });
    const fewer = await listed(pinning, holding());
    expect(fewer.map(({ name }) => name)).toEqual([...OWN, "orders_get"]);
  });

  it("is accepted by clients of MCP", async () => {
    const { client } = await connect(service);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(OWN);
    const size = JSON.stringify(tools).length;
    expect(size).toBeLessThan(3_000);
  });

  it("is empty without tools", () => {
    expect(serviceOf([], { features: [search()] }).handlers).toEqual({});
  });

  it("refuses tools of the API with the names of its tools", () => {
    const taken = toolOf({ name: "call_operation", request: "POST /calls" });
    expect(() => serviceOf([taken], { features: [search()] })).toThrow(
      'POST /calls has the name "call_operation", which is reserved for a search tool.',
    );
  });
});

describe("search_operations", () => {
  test.each(questions)("finds %s", async (question, name) => {
    expect((await namesFor(question)).slice(0, 3)).toContain(name);
  });

  it("ranks most of them first", async () => {
    const firsts = await Promise.all(
      questions.map(async ([question, name]) => {
        const [first] = await namesFor(question);
        return first === name;
      }),
    );
    const share = firsts.filter(Boolean).length / questions.length;
    expect(share).toBeGreaterThanOrEqual(0.85);
  });

  it("prints name, arguments and title on a line, and the number of results", async () => {
    const text = await call("search_operations", { query: "order", limit: 2 });
    const lines = text.split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^orders_\w+\((id)?\) — [A-Z].* order/);
    expect(lines[2]).toMatch(/^\(the best 2 of \d+; /);
  });

  it("stays in a group", async () => {
    const names = await namesFor("a webhook", { group: "Webhooks" });
    expect(names.sort()).toEqual(["webhooks_delete", "webhooks_list"]);
  });

  it("lists the groups if it finds nothing", async () => {
    const text = await call("search_operations", { query: "xylophone" });
    expect(text).toMatch(/^No operations found\. .*Groups: .*orders 7/);
    expect(text).toContain("account 1");
  });

  test.each([[{}], [{ query: " " }], [{ query: 7 }]])(
    "refuses %j",
    async (args) => {
      expect(await call("search_operations", args)).toMatch(
        /^error: query: must/,
      );
    },
  );

  it("finds by a name with more words than the title, and in alternatives of a body", async () => {
    const type = { enum: ["reboot", "resize"] };
    const tools = [
      ...["run", "file", "voice", "batch"].map((name) =>
        toolOf({ name, title: `Create a ${name}` }),
      ),
      toolOf({ name: "updateChatAnswer", title: "Modify a chat answer" }),
      toolOf({
        name: "createChatAnswer",
        title: "New? Read the guide",
        description: "Creates an answer.",
        request: "POST /answers",
      }),
      toolOf({ name: "listDroplets", title: "List droplets" }),
      toolOf({
        name: "act",
        title: "Initiate a droplet action",
        request: "POST /droplets/actions",
        arguments: {
          body: { in: "body", anyOf: [{ allOf: [{ properties: { type } }] }] },
        },
      }),
    ];
    const other = serviceOf(tools, { features: [search()] });
    const first = async (query: string) =>
      (await call("search_operations", { query }, {}, other)).split("(", 1)[0];
    expect(await first("create chat answer")).toBe("createChatAnswer");
    expect(await first("resize")).toBe("act");
  });

  it("reads other languages as plain words", async () => {
    const tools = [
      toolOf({ name: "a", title: "Bestellung löschen", request: "POST /a" }),
      toolOf({ name: "b", title: "注文を削除する", request: "POST /b" }),
      toolOf({ name: "c", title: "Удалить заказ", request: "POST /c" }),
    ];
    const other = serviceOf(tools, { features: [search()] });
    const first = async (query: string) =>
      (await call("search_operations", { query }, {}, other)).slice(0, 1);
    expect(await first("losche die Bestellung")).toBe("a");
    expect(await first("注文 削除")).toBe("b");
    expect(await first("удалить")).toBe("c");
  });
});

describe("describe_operations", () => {
  it("shows what an operation does and its arguments", async () => {
    const names = ["products_update"];
    expect(await call("describe_operations", { names })).toBe(
      [
        "products_update — Update a product",
        "PATCH /products/{id} (writes, may overwrite or delete)",
        "Changes the name, the price or the state of a product.",
        "id: integer — Its number.",
        "price?: number — Of one piece, in cents.",
        'state?: "active" | "archived"',
      ].join("\n"),
    );
  });

  it("shows bounds, null, values and examples of arguments", async () => {
    const of = (values: unknown[], type: unknown) => ({ enum: values, type });
    const months = Array.from({ length: 20 }, (_, month) => `m${month}`);
    const query = (schema: object) => ({ in: "query", ...schema }) as const;
    const kind = { type: ["string", "null"], maxLength: 9, format: "int64" };
    const tool = toolOf({
      name: "ruled",
      arguments: {
        limit: query({ type: "integer", minimum: 1, maximum: 100, default: 9 }),
        kind: query(kind),
        month: query(of(months, "string")),
        region: query({ type: "string", examples: ["us-east-1"] }),
        tags: query({
          type: "array",
          maxItems: 2,
          items: of(["a", null], null),
          description: "Which.",
        }),
      },
    });
    const service = serviceOf([tool], { features: [search()] });
    const args = { names: "ruled" };
    const text = await call("describe_operations", args, {}, service);
    expect(text.split("\n").slice(2)).toEqual([
      "limit?: integer (minimum 1, maximum 100) = 9",
      "kind?: string | null (maxLength 9)",
      `month?: ${months.map((month) => `"${month}"`).join(" | ")}`,
      'region?: string (such as "us-east-1")',
      'tags?: ("a" | null)[] (maxItems 2) — Which.',
    ]);
  });

  it("shows combined schemas, alternatives with their shared properties, and names of the API", async () => {
    const part = (name: string) => ({
      properties: { [name]: { type: "string" } },
      required: [name],
    });
    const tool = toolOf({
      name: "combined",
      arguments: {
        since: {
          in: "query",
          name: "date>",
          type: "string",
          description: 'Dates. Of all kinds. Named "date>" in the API.',
        },
        one: { in: "query", allOf: [part("a"), part("b")] },
        other: { in: "query", ...part("a"), oneOf: [part("b"), part("c")] },
        needed: { in: "query", ...part("a"), anyOf: [{ required: ["a"] }] },
      },
    });
    const service = serviceOf([tool], { features: [search()] });
    const args = { names: "combined" };
    const text = await call("describe_operations", args, {}, service);
    expect(text.split("\n").slice(2)).toEqual([
      'since?: string — Dates. Named "date>" in the API.',
      "one?: { a: string, b: string }",
      "other?: { a: string, b: string } | { a: string, c: string }",
      "needed?: { a: string }",
    ]);
  });

  it("returns the schema as in a listing", async () => {
    const args = { names: ["orders_get"], detail: "schema" };
    const text = await call("describe_operations", args);
    const [, effect, schema = ""] = text.split("\n");
    expect(effect).toBe("GET /orders/{id} (only reads)");
    const { tools } = (await ask(
      serviceOf(shop, { listing: inlineSchemas }),
      "tools/list",
    )) as { tools: { name: string; inputSchema: object }[] };
    const whole = tools.find(({ name }) => name === "orders_get");
    expect(JSON.parse(schema)).toEqual(whole?.inputSchema);
  });

  it("suggests names similar to unknown ones, and describes the known ones", async () => {
    const names = ["orders/cancel", "orders_get"];
    const text = await call("describe_operations", { names });
    expect(text).toMatch(
      /^Unknown operation: "orders\/cancel"\. Similar names: orders_cancel, /,
    );
    expect(text).toContain("orders_get — Get an order");
  });

  it("stays short for any number of arguments", async () => {
    const names = Array.from({ length: 300 }, (_, at) => `argument_${at}`);
    const description = `${"very ".repeat(100)}long.`;
    const many = toolOf({
      name: "many",
      arguments: Object.fromEntries(
        names.map((name) => [
          name,
          { in: "query", type: "string", description },
        ]),
      ),
    });
    const one = serviceOf([many], { features: [search()] });
    const text = await call("describe_operations", { names: "many" }, {}, one);
    expect(text.length).toBeLessThan(4_000);
    expect(text).toContain('Also (detail: "schema" shows more): argument_');
    expect(text).toMatch(/, argument_\d+\?: string,/);
  });
});

describe("call_operation", () => {
  it("returns the same as the tool", async () => {
    const { baseUrl, received } = await startUpstream();
    const calling = serviceOf(shop, {
      client: { baseUrl },
      features: [search()],
    });
    const of = (name: string, args: object) =>
      ask(calling, "tools/call", { name, arguments: { ...args } });
    const args = { id: 7 };
    const itself = await of("orders_get", args);
    for (const name of ["read_operation", "call_operation"])
      expect(await of(name, { name: "orders_get", arguments: args })).toEqual(
        itself,
      );
    const bad = await of("orders_get", { id: "x", other: 1 });
    expect(bad).toEqual(
      await of("call_operation", {
        name: "orders_get",
        arguments: { id: "x", other: 1 },
      }),
    );
    expect(received.map(({ url }) => url)).toEqual(Array(3).fill("/orders/7"));
  });

  test.each([
    [
      "read_operation",
      { name: "orders_cancel" },
      /^error: orders_cancel does more than read\. Use call_operation/,
    ],
    [
      "call_operation",
      { name: "order_get" },
      /^error: Unknown operation: "order_get"\. Similar names: orders_get/,
    ],
    [
      "call_operation",
      { operation: "orders_get" },
      /^error: The name is missing\. Pass a name that search_operations returned\.$/,
    ],
    [
      "call_operation",
      { name: { toString: 1 } },
      /^error: The name is missing/,
    ],
    [
      "describe_operations",
      { names: [{ toString: 1 }, ["orders_get"]] },
      /^error: The name is missing/,
    ],
    [
      "call_operation",
      { name: "n".repeat(4_000_000) },
      /^error: Unknown operation: "n{200}"\. .{0,200}$/,
    ],
    [
      "call_operation",
      { name: "orders_get", arguments: "id=7" },
      /^error: arguments: must be an object/,
    ],
    [
      "call_operation",
      { name: "orders_list", limit: 1 },
      /^error: limit: unknown\. .* into "arguments"\.$/,
    ],
  ])("%s refuses %j", async (name, args, want) => {
    expect(await call(name, args)).toMatch(want);
  });
});

test.each([
  ["describe_operations", { names: '["orders_get"]' }],
  ["call_operation", { name: "orders_get", arguments: '{"id":7}' }],
  ["call_operation", { name: "orders_list", arguments: null }],
])("%s corrects %j", async (name, args) => {
  expect(await call(name, args)).not.toMatch(/must be|no operation/);
});

test("search_operations refuses a group of megabytes in time", async () => {
  const start = process.cpuUsage();
  const text = await call("search_operations", {
    query: "orders",
    group: "g".repeat(4_000_000),
  });
  const { user } = process.cpuUsage(start);
  expect(text).toContain("No operations found");
  expect(user / 1e6).toBeLessThan(1);
});

test("an operation beyond the token's scopes can't be found, described or called", async () => {
  const guest = holding("other");
  const names = ["account_close"];
  expect(await namesFor("close the account", {}, guest)).not.toContain(
    names[0],
  );
  expect(await namesFor("close the account", {}, holding("admin"))).toContain(
    names[0],
  );
  const nothing = await call(
    "search_operations",
    { query: "xylophone" },
    guest,
  );
  expect(nothing).not.toContain("account");
  for (const [tool, args] of [
    ["describe_operations", { names }],
    ["read_operation", { name: names[0] }],
    ["call_operation", { name: names[0] }],
  ] as const) {
    const text = await call(tool, args, guest);
    expect(text).toMatch(/^error: Unknown operation: "account_close"/);
    expect(text.split("Similar")[1]).not.toContain("account_close");
  }
});

test("responses of call_operation are compact, selected by fields, and in a message once", async () => {
  const order = { id: 1, node_id: "x", note: null, fields: "own" };
  const api = await startUpstream((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify([order]));
  });
  const takes = { fields: { in: "query", type: "string" } } as const;
  const tools = [
    toolOf({ name: "get", annotations: { readOnlyHint: true } }),
    toolOf({ name: "declared", outputSchema: { type: "object" } }),
    toolOf({ name: "own", request: "GET /own", arguments: takes }),
  ];
  const answers = { $defs: {}, operations: { "GET /": {}, "GET /own": {} } };
  const of = serviceOf(tools, {
    client: { baseUrl: api.baseUrl },
    source: { responseFields: answers },
    features: [search(), shortenResponses()],
  });
  const compact = JSON.stringify([{ id: 1, fields: "own" }]);
  expect(await call("get", {}, {}, of)).toBe(compact);
  for (const [tool, name] of [
    ["read_operation", "get"],
    ["call_operation", "declared"],
    ["call_operation", "own"],
  ] as const) {
    expect(await call(tool, { name }, {}, of)).toBe(compact);
    const params = { name: tool, arguments: { name, fields: "id" } };
    const text = '[{"id":1}]';
    expect(await ask(of, "tools/call", params)).toEqual({
      content: [{ type: "text", text }],
    });
  }
  const both = { name: "own", arguments: { fields: "theirs" }, fields: "note" };
  expect(await call("call_operation", both, {}, of)).toBe('[{"note":null}]');
  expect(api.received.at(-1)?.url).toBe("/own?fields=theirs");
});
