import { describe, expect, test } from "vitest";
import { shortenResponses } from "../../../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { truncateJson } from "../../../../runtime/features/responses/shorten-responses/truncate.js";
import { pages } from "../../../../runtime/features/responses/shorten-responses/pages.js";
import type { ShortenOptions } from "../../../../runtime/features/responses/shorten-responses/shorten.js";
import { structuredOutput } from "../../../../runtime/features/responses/output-schemas.js";
import type {
  ResponseFields,
  Args,
  Content,
  Tool,
  ToolResult,
} from "../../../../runtime/index.js";
import { ask, connect, serviceOf } from "../../serving.js";
import { startUpstream, toolOf } from "../../upstream.js";

const answers: ResponseFields = { $defs: {}, operations: { "GET /": {} } };

/** The texts of the result of a call to a tool whose API responds with this. */
async function shown(
  data: unknown,
  args: Args = {},
  {
    declared = answers,
    headers = {},
    tool,
    ...options
  }: ShortenOptions & {
    declared?: ResponseFields;
    headers?: Record<string, string>;
    tool?: Partial<Tool>;
  } = {},
): Promise<string[]> {
  const api = await startUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(data));
  });
  const service = serviceOf([toolOf(tool)], {
    client: { baseUrl: api.baseUrl },
    source: { responseFields: declared },
    features: [shortenResponses(options)],
  });
  const result = await ask(service, "tools/call", {
    name: "tool",
    arguments: args,
  });
  return textsOf(result as ToolResult);
}

const textsOf = ({ content }: ToolResult) =>
  content.map((one: Content) => ("text" in one ? one.text : one.type));

const issue = (number: number) => ({
  number,
  title: `Issue ${number}`,
  user: { login: "mona", id: 1 },
  assignee: null,
});

test("a response with many fields is measured only as far as it fits", () => {
  let reads = 0;
  const many = Array.from({ length: 50_000 }, (_, at) => [`k${at}`, { at }]);
  const data = new Proxy(Object.fromEntries(many) as object, {
    get(target, key) {
      reads += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  const { cuts } = truncateJson(data, 10_000);
  expect(cuts).toHaveLength(1);
  expect(reads).toBeLessThan(60_000);
});

describe("fields", () => {
  const [one, two] = [issue(1), issue(2)];
  const small = (given: { number: number; title: string }) => ({
    number: given.number,
    title: given.title,
  });
  test.each<[string, unknown, unknown, unknown]>([
    ["of an object", one, "number,title", small(one)],
    ["of each item", [one, two], "number, title", [small(one), small(two)]],
    ["in a list", [one], ["number", "title"], [small(one)]],
    ["inside", [one], "user.login", [{ user: { login: "mona" } }]],
    [
      "in other notations",
      [one],
      "$.user[0].login",
      [{ user: { login: "mona" } }],
    ],
    ["of a whole object", one, "user", { user: one.user }],
    ["that are null", one, "assignee.login", { assignee: null }],
    ["no fields", one, "", one],
    [
      "in a wrapper, whose texts and numbers stay",
      { total: 2, links: { a: 1 }, items: [one, two] },
      "number,title",
      { total: 2, items: [small(one), small(two)] },
    ],
    [
      "in a wrapper by their path",
      { total: 2, items: [one] },
      "items.number",
      { items: [{ number: 1 }] },
    ],
    [
      "in a wrapper, and of it",
      { total: 2, next: "x", items: [one] },
      "total,number",
      { total: 2, items: [{ number: 1 }] },
    ],
    [
      "in wrappers around wrappers",
      { ok: true, errors: [], result: { items: [one] } },
      "number",
      { ok: true, result: { items: [{ number: 1 }] } },
    ],
    ["of an empty list", [], "number", []],
    [
      "of an empty list in a wrapper",
      { items: [], meta: { a: 1 } },
      "number",
      { items: [], meta: { a: 1 } },
    ],
    ["of text", "x", "number", "x"],
  ])("are selected %s", async (_case, data, fields, want) => {
    const [text = "", ...notes] = await shown(data, { fields });
    expect(JSON.parse(text)).toEqual(want);
    expect(notes).toEqual([]);
  });

  test.each<[string, unknown, string, unknown, string]>([
    [
      "that are unknown are reported",
      [one],
      "number,titel",
      [{ number: 1 }],
      "Unknown fields: titel. Known fields: number, title, user, assignee.",
    ],
    [
      "that are unknown inside others are reported",
      [one],
      "number,user.name",
      [{ number: 1, user: {} }],
      "Unknown fields: user.name. Known fields: user.login, user.id.",
    ],
    [
      "that are all unknown show the whole response",
      one,
      "titel",
      one,
      "Unknown fields: titel. Known fields: number, title, user, assignee.",
    ],
  ])("%s", async (_case, data, fields, want, note) => {
    const [text = "", ...notes] = await shown(data, { fields });
    expect(JSON.parse(text)).toEqual(want);
    expect(notes).toEqual([note]);
  });

  test("that the schema declares are known, even if the response has none", async () => {
    const properties = {
      number: {},
      closed_at: {},
      user: { properties: { login: {}, email: {} } },
    };
    const schema = { items: { properties } };
    const declared = { $defs: {}, operations: { "GET /": schema } };
    const of = (fields: string) => shown([one], { fields }, { declared });
    expect(await of("number,closed_at,user.email")).toEqual([
      '[{"number":1,"user":{}}]',
    ]);
    expect(await of("closed_at")).toEqual([
      "[{}]",
      "The response has none of these fields. Its fields: number, title, user, assignee.",
    ]);
    expect(await of("number,x")).toEqual([
      '[{"number":1}]',
      "Unknown fields: x. Known fields: number, closed_at, user.",
    ]);
  });

  test("are not sent to the API, and are listed only for JSON responses", async () => {
    const api = await startUpstream();
    const tools = [
      toolOf({ name: "json", request: "GET /json" }),
      toolOf({ name: "none", request: "GET /none" }),
      toolOf({
        name: "own",
        request: "GET /own",
        arguments: { fields: { in: "query", type: "string" } },
      }),
      toolOf({
        name: "open",
        request: "POST /open",
        body: { type: "object", additionalProperties: true },
      }),
    ];
    const operations = { "GET /json": {}, "GET /own": {}, "POST /open": {} };
    const { client } = await connect(
      serviceOf(tools, {
        client: { baseUrl: api.baseUrl },
        source: { responseFields: { $defs: {}, operations } },
        features: [shortenResponses()],
      }),
    );
    const listed = (await client.listTools()).tools.flatMap(
      ({ inputSchema: { properties = {} }, name }) =>
        "fields" in properties ? [[name, properties["fields"]]] : [],
    );
    expect(listed).toEqual([
      ["json", { type: "string", description: expect.any(String) as string }],
      ["own", { type: "string" }],
    ]);
    for (const name of ["json", "own", "open"])
      await client.callTool({ name, arguments: { fields: "ok" } });
    expect(api.received.map(({ body, url }) => [url, body])).toEqual([
      ["/json", ""],
      ["/own?fields=ok", ""],
      ["/open", '{"fields":"ok"}'],
    ]);
    const refused = await client.callTool({
      name: "none",
      arguments: { fields: "ok" },
    });
    expect(refused.isError).toBe(true);
  });

  test("select from a handler's result as well", async () => {
    const text = (given: string) => ({ type: "text" as const, text: given });
    const handler = () => ({
      content: [text(JSON.stringify([one])), text("done")],
      structuredContent: { items: [one] },
    });
    const service = serviceOf([toolOf({ handler })], {
      source: { responseFields: answers },
      features: [shortenResponses()],
    });
    const of = (fields: string) =>
      ask(service, "tools/call", { name: "tool", arguments: { fields } });
    expect(await of("number")).toEqual({
      content: [text('[{"number":1}]'), text("done")],
      structuredContent: { items: [{ number: 1 }] },
    });
    expect(await of("")).toEqual(handler());
    expect(
      await shown(0, { fields: "number" }, { tool: { handler: () => one } }),
    ).toEqual(['{"number":1}']);
  });
});

describe("a compact response", () => {
  const commit = {
    node_id: "x",
    url: "u",
    html_url: "page",
    avatar_url: "a",
    curl: 1,
    parent: null,
    _links: {},
    author: { url: "stays", name: null },
    list: [null, { html_url: "p", events_url: "e" }],
  };

  test("has no API links beside a page, no node ids and no nulls", async () => {
    const [text = ""] = await shown(commit, {}, { compact: true });
    expect(JSON.parse(text)).toEqual({
      html_url: "page",
      curl: 1,
      author: { url: "stays" },
      list: [null, { html_url: "p" }],
    });
  });

  test("has the fields that are named", async () => {
    const fields = "url,node_id,parent,list";
    const [text = ""] = await shown(commit, { fields }, { compact: true });
    expect(JSON.parse(text)).toEqual({
      node_id: "x",
      url: "u",
      parent: null,
      list: [null, { html_url: "p" }],
    });
  });
});

describe("a response beyond the limit", () => {
  const items = Array.from({ length: 812 }, (_, index) => ({
    ...issue(index),
    body: "é\n".repeat(100),
  }));
  const note =
    "73 of 812 items are shown. Ask for fields (number, title, user, assignee, body) or for less at once.";

  test.each<[string, unknown, unknown, string]>([
    ["of a list", items, items.slice(0, 73), note],
    [
      "of a list in a wrapper",
      { total: 812, items },
      { total: 812, items: items.slice(0, 73) },
      note.replace("items", "items of items"),
    ],
  ])("%s loses whole items", async (_case, data, want, told) => {
    const [text = "", ...notes] = await shown(
      data,
      {},
      { maxAnswerTokens: 10_000 },
    );
    expect(JSON.parse(text)).toEqual(want);
    expect(notes).toEqual([told]);
  });

  test("is shown whole if fields make it small enough", async () => {
    const options = { maxAnswerTokens: 10_000 };
    const [text = "", ...notes] = await shown(
      items,
      { fields: "number" },
      options,
    );
    expect(JSON.parse(text)).toHaveLength(812);
    expect(notes).toEqual([]);
  });

  const deep = (levels: number): unknown =>
    levels === 0 ? "x".repeat(50_000) : [deep(levels - 1)];
  test.each<[string, unknown, string]>([
    ["one text", { id: 1, body: "x".repeat(500_000) }, "of body are shown."],
    [
      "one large item",
      [{ id: 1, all: items }],
      "of 812 items of 0.all are shown.",
    ],
    [
      "several lists",
      { a: items, b: items, c: items, d: 1 },
      "items of c are shown.",
    ],
    [
      "many fields",
      Object.fromEntries(items.map((one, at) => [`f${at}`, one])),
      "of 812 fields are shown.",
    ],
    ["quotation marks", { a: '"'.repeat(100_000) }, "of a are shown."],
    ["deep lists", deep(40), "are shown."],
  ])("with %s is truncated with a note", async (_case, data, told) => {
    const [text = "", ...notes] = await shown(
      data,
      {},
      { maxAnswerTokens: 5_000 },
    );
    expect(notes.join()).toContain(told);
    expect(Buffer.byteLength(text + notes.join())).toBeLessThanOrEqual(20_000);
    expect(text.length).toBeGreaterThan(2_000);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  test("of plain text loses its end", async () => {
    const handler = () => "line\n".repeat(100_000);
    const tool = { tool: { handler } };
    const [text = "", ...notes] = await shown(0, {}, tool);
    expect(text.length).toBeLessThan(80_000);
    expect(notes).toEqual([expect.stringContaining("of 488.3 KB are shown.")]);
  });

  test("has a note that a validating client accepts", async () => {
    const api = await startUpstream((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(issue(1)));
    });
    const outputSchema = {
      type: "object",
      required: ["title"],
      properties: { title: { type: "string" } },
    };
    const { client } = await connect(
      serviceOf([toolOf({ outputSchema })], {
        client: { baseUrl: api.baseUrl },
        source: { responseFields: answers },
        features: [shortenResponses(), structuredOutput()],
      }),
    );
    await client.listTools();
    const result = await client.callTool({
      name: "tool",
      arguments: { fields: "number" },
    });
    expect(result.structuredContent).toEqual({
      _unfit: { number: 1 },
      _note:
        "Response differs from the outputSchema of its tool (/result: title is missing); see `_unfit`.",
    });
  });
});

const query = (...names: string[]) => ({
  arguments: Object.fromEntries(
    names.map((name) => {
      const [argument = "", preset] = name.split("=");
      return [
        argument,
        {
          in: "query",
          type: preset ? "integer" : "string",
          ...(preset && { default: Number(preset) }),
        },
      ] as const;
    }),
  ),
});

describe("the note about the next page", () => {
  const two = [issue(1), issue(2)];
  const paged = query("page=1", "per_page=30");
  test.each<
    [string, unknown, Args, Partial<Tool>, string | undefined, string?]
  >([
    [
      "by Link",
      two,
      { per_page: 2 },
      paged,
      "page=2",
      '<https://x/?per_page=2&page=2>; rel="next", <https://x/?page=9>; rel="last"',
    ],
    [
      "by a last Link",
      two,
      { per_page: 2 },
      paged,
      undefined,
      '<https://x/?page=1>; rel="first"',
    ],
    [
      "by Link with a cursor",
      two,
      {},
      query("after", "q"),
      "after=Y3Vyc29y",
      "<?after=Y3Vyc29y&q=x>; rel=next",
    ],
    ["by number", two, { per_page: 2, page: 4 }, paged, "page=5"],
    ["by number as preset", two, {}, query("page=1", "limit=2"), "page=2"],
    ["by no number if the page isn't full", two, {}, paged, undefined],
    [
      "by the last number",
      { total: 4, data: two },
      { page: 2, per_page: 2 },
      paged,
      undefined,
    ],
    [
      "by the count of pages",
      { meta: { total_pages: 3 }, data: two },
      { page: 2 },
      paged,
      "page=3",
    ],
    [
      "by the words of fastapi-pagination",
      { items: two, total: 3, page: 1, size: 2, pages: 2 },
      {},
      query("page=1", "size=2"),
      "page=2",
    ],
    [
      "by no list that is called pages",
      { total: 3, pages: two },
      {},
      query("page=1", "size=2"),
      "page=2",
    ],
    [
      "by offset",
      two,
      { limit: 2, offset: 6 },
      query("offset=0", "limit=9"),
      "offset=8",
    ],
    [
      "by offset and total",
      { total: 2, data: two },
      { limit: 2 },
      query("offset=0", "limit=9"),
      undefined,
    ],
    [
      "by a cursor",
      { data: two, next_cursor: "abc" },
      {},
      query("cursor"),
      "cursor=abc",
    ],
    [
      "by a token",
      { nextPageToken: "t1", files: two },
      {},
      query("pageToken"),
      "pageToken=t1",
    ],
    [
      "by the words of Kubernetes",
      { metadata: { continue: "c1" }, items: two },
      {},
      query("continue", "limit"),
      "continue=c1",
    ],
    [
      "by the words of Stripe",
      { has_more: true, data: [{ id: "a" }, { id: "b" }] },
      {},
      query("starting_after"),
      "starting_after=b",
    ],
    [
      "by nothing at the end",
      { has_more: false, data: [{ id: "a" }] },
      {},
      query("starting_after"),
      undefined,
    ],
    [
      "by a link in the body",
      { next: "https://x/?offset=40&limit=20", results: two },
      { limit: 20 },
      query("offset=0", "limit=20"),
      "offset=40",
    ],
    [
      "by HAL",
      { _links: { next: { href: "/x?page=3" } }, _embedded: { items: two } },
      {},
      paged,
      "page=3",
    ],
    [
      "by a number in the body",
      { next_page: 7, data: two },
      {},
      paged,
      "page=7",
    ],
    ["by null at the end", { next: null, results: two }, {}, paged, undefined],
    [
      "by nothing if the tool has no such argument",
      { next_cursor: "abc" },
      {},
      query("q"),
      undefined,
    ],
  ])("%s", async (_case, data, args, tool, want, link) => {
    const headers = link === undefined ? {} : { link };
    const [, ...notes] = await shown(data, args, { pages, tool, headers });
    expect(notes).toEqual(want === undefined ? [] : [`Next page: ${want}.`]);
  });

  const items = Array.from({ length: 500 }, (_, index) => ({
    ...issue(index),
    body: "x".repeat(100),
  }));
  test.each<[string, Partial<Tool>, string]>([
    [
      "skips nothing of a page that is cut",
      paged,
      "Next page: page=2, per_page=84.",
    ],
    [
      "begins at the end of a truncated page",
      query("offset=0", "limit=500"),
      "Next page: offset=84.",
    ],
  ])("%s", async (_case, tool, want) => {
    const notes = await shown(
      items,
      {},
      { pages, tool, maxAnswerTokens: 5_000 },
    );
    expect(notes.at(-1)?.split("\n").at(-1)).toBe(want);
  });
});

test.each([
  { toString: 1 },
  [{ toString: 1 }, "number"],
  [["number"], null, "number"],
])("fields that aren't strings are ignored: %j", async (fields) => {
  const [text = ""] = await shown([{ number: 1, title: "a" }], { fields });
  const only = Array.isArray(fields);
  expect(JSON.parse(text)).toEqual([
    only ? { number: 1 } : { number: 1, title: "a" },
  ]);
});
