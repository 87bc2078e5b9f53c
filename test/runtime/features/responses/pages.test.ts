import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { shortenResponses } from "../../../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { pages } from "../../../../runtime/features/responses/shorten-responses/pages.js";
import { structuredOutput } from "../../../../runtime/features/responses/output-schemas.js";
import { defineResource as defineOwnResource } from "../../../../runtime/features/components/custom/define.js";
import { defineResource } from "../../../../runtime/features/components/define-resource.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import type {
  Args,
  Argument,
  Feature,
  JsonSchema,
  Tool,
} from "../../../../runtime/index.js";
import { connect, serviceOf } from "../../serving.js";
import { startUpstream, toolOf } from "../../upstream.js";

const TOKENS = 20_000;
const LIMIT = TOKENS * 4;

interface Item {
  readonly id: number;
  readonly text: string;
}

/** Items of about 370 bytes: 1.5 MB. */
const even = itemsOf(4_000, () => 340);
/** Sizes that differ by a factor of ten, the same in each run. */
const uneven = itemsOf(4_000, (at) => 60 + ((at * 7919) % 601));
const rising = itemsOf(4_000, (at) => 20 + Math.floor(at / 6));
const falling = itemsOf(4_000, (at) => 690 - Math.floor(at / 6));
/** Some alone take half of the room. */
const lumpy = itemsOf(4_000, (at) => (at % 97 === 50 ? 40_000 : 200));
/** The text of some has no room. */
const huge = itemsOf(300, (at) => (at % 100 === 50 ? 200_000 : 500));

function itemsOf(count: number, lengthOf: (at: number) => number): Item[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at,
    text: "x".repeat(lengthOf(at)),
  }));
}

/** An API that pages its items in one way. */
interface Way {
  readonly names: Readonly<Record<string, Partial<Argument>>>;
  answer(query: URLSearchParams, items: readonly Item[]): Answered;
}

interface Answered {
  readonly body: unknown;
  readonly link?: string;
}

const integer = { type: "integer" } as const;
const count = (query: URLSearchParams, name: string, usual: number) =>
  Number(query.get(name) ?? usual);

/** The items from one on, and where the next ones begin; undefined: there are none. */
function from(items: readonly Item[], start: number, size: number) {
  const page = items.slice(start, start + size);
  const next = start + size < items.length ? start + size : undefined;
  return { page, next };
}

const byNumber = (
  first: 0 | 1,
  most: number,
  wrap: (page: readonly Item[], all: number) => unknown,
): Way => ({
  names: {
    page: { ...integer, default: first },
    per_page: { ...integer, default: 4_000, maximum: most },
  },
  answer(query, items) {
    const size = Math.min(count(query, "per_page", 4_000), most);
    const start = (count(query, "page", first) - first) * size;
    return { body: wrap(from(items, start, size).page, items.length) };
  },
});

const bare = (page: readonly Item[]) => page;
const wrapped = (page: readonly Item[], total: number) => ({
  total,
  data: { items: page },
});

const WAYS: Readonly<Record<string, Way>> = {
  "number from 1": byNumber(1, 4_000, bare),
  "number from 0, in an object with a total": byNumber(0, 4_000, wrapped),
  "number, 500 at most": byNumber(1, 500, bare),
  "number, whose size names no maximum": {
    names: { page: integer, pageSize: integer },
    answer(query, items) {
      const size = count(query, "pageSize", 4_000);
      const start = (count(query, "page", 1) - 1) * size;
      return { body: wrapped(from(items, start, size).page, items.length) };
    },
  },
  offset: {
    names: { offset: integer, limit: { ...integer, default: 4_000 } },
    answer(query, items) {
      const start = count(query, "offset", 0);
      const { page } = from(items, start, count(query, "limit", 4_000));
      return { body: page };
    },
  },
  "offset from 1, in an object with a total": {
    names: { startIndex: { ...integer, minimum: 1 }, count: integer },
    answer(query, items) {
      const start = count(query, "startIndex", 1);
      const { page } = from(items, start - 1, count(query, "count", 4_000));
      const totalResults = items.length;
      return { body: { totalResults, startIndex: start, Resources: page } };
    },
  },
  cursor: {
    names: {
      cursor: { type: "string" },
      limit: { ...integer, default: 4_000 },
    },
    answer(query, items) {
      const start = count(query, "cursor", 0);
      const { next, page } = from(items, start, count(query, "limit", 4_000));
      return { body: { data: page, next_cursor: next?.toString() ?? null } };
    },
  },
  "id of the last item": {
    names: { starting_after: { type: "string" }, limit: integer },
    answer(query, items) {
      const start = count(query, "starting_after", -1) + 1;
      const { next, page } = from(items, start, count(query, "limit", 4_000));
      return { body: { data: page, has_more: next !== undefined } };
    },
  },
  "link with a cursor": {
    names: { since: integer, per_page: { ...integer, maximum: 200 } },
    answer(query, items) {
      const size = Math.min(count(query, "per_page", 200), 200);
      const { next, page } = from(items, count(query, "since", 0), size);
      const link = `<https://x/?since=${next}&per_page=${size}>; rel="next"`;
      const last = '<https://x/>; rel="first"';
      return { body: page, link: next === undefined ? last : link };
    },
  },
  "link with a number": {
    names: { page: integer, per_page: { ...integer, maximum: 4_000 } },
    answer(query, items) {
      const size = count(query, "per_page", 4_000);
      const number = count(query, "page", 1);
      const { next, page } = from(items, (number - 1) * size, size);
      const link = `<https://x/?page=${number + 1}&per_page=${size}>; rel="next"`;
      return { body: page, ...(next !== undefined && { link }) };
    },
  },
};

const EXACT = /^(number|offset|id|link with a number)/;

/** Calls a tool and what its results tell to call, to the end. */
async function walk(way: Way, items: readonly Item[], args: Args = {}) {
  const asked: URLSearchParams[] = [];
  const api = await startUpstream(
    (request: IncomingMessage, response: ServerResponse) => {
      const { searchParams } = new URL(request.url ?? "", "http://x");
      asked.push(searchParams);
      const { body, link } = way.answer(searchParams, items);
      if (link) response.setHeader("link", link);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    },
  );
  const tool: Partial<Tool> = {
    outputSchema: { type: "object", properties: {} },
    arguments: Object.fromEntries(
      Object.entries(way.names).map(([name, one]) => [
        name,
        { in: "query", ...one },
      ]),
    ),
  };
  const service = serviceOf([toolOf(tool)], {
    client: { baseUrl: api.baseUrl },
    features: [
      shortenResponses({ fields: false, maxResultTokens: TOKENS, pages }),
      structuredOutput(),
    ],
  });
  const { client } = await connect(service);
  await client.listTools();
  const ids: number[] = [];
  let call: Args | undefined = args;
  for (let calls = 0; call && calls < 500; calls += 1) {
    const result = await client.callTool({ name: "tool", arguments: call });
    const [text = "", note = ""] = (result.content as { text: string }[]).map(
      (block) => block.text,
    );
    const structured = JSON.stringify(result.structuredContent);
    expect(Buffer.byteLength(text + note)).toBeLessThanOrEqual(LIMIT);
    expect(Buffer.byteLength(structured)).toBeLessThanOrEqual(LIMIT + 200);
    const shown = itemsIn(JSON.parse(text));
    expect(shown.length).toBeGreaterThan(0);
    ids.push(...shown.map(({ id }) => id));
    const [, told] =
      /^(?:Next page|Smaller pages): (\S+=.*?)\.(?:$| )/m.exec(note) ?? [];
    call = told === undefined ? undefined : { ...call, ...toArgs(told, way) };
  }
  return { asked, ids };
}

function itemsIn(data: unknown): Item[] {
  if (Array.isArray(data)) return data as Item[];
  return Object.values(data as object).flatMap((one: unknown) =>
    typeof one === "object" && one !== null ? itemsIn(one) : [],
  );
}

const toArgs = (told: string, { names }: Way) =>
  Object.fromEntries(
    told.split(", ").map((one) => {
      const [name = "", value = ""] = one.split("=");
      return [
        name,
        names[name]?.["type"] === "integer" ? Number(value) : value,
      ];
    }),
  );

/** Share of the lists that are walked, by each way others; `npm run test:unfit` walks them all. */
const ONE_IN = process.env["TOOLWRIGHT_ANSWERS"] === "all" ? 1 : 2;

const ROWS = Object.entries(WAYS).flatMap(([name, way], row) =>
  Object.entries({ even, uneven, rising, falling, lumpy, huge })
    .filter((_, column) => (row + column) % ONE_IN === 0)
    .map(([sizes, items]) => ({ name, way, sizes, items })),
);

const bytesOf = (items: readonly Item[]) =>
  Buffer.byteLength(JSON.stringify(items));

test.each(ROWS)(
  "a truncated list, by $name, is read to its end by the suggested calls: $sizes",
  async ({ name, way, items }) => {
    const { asked, ids } = await walk(way, items);
    const all = items.map(({ id }) => id);
    expect([...new Set(ids)].sort((a, b) => a - b)).toEqual(all);
    if (EXACT.test(name)) expect(ids).toEqual(all);
    for (const query of asked)
      expect(Number(query.get("per_page"))).toBeLessThanOrEqual(
        (way.names["per_page"]?.["maximum"] as number) ?? Infinity,
      );
    if (/^(number|offset)/.test(name))
      expect(asked.length).toBeLessThanOrEqual(
        1.5 * (bytesOf(items) / LIMIT) + 2,
      );
  },
);

/** The text, the note and the structured content of a result, and what the server logged. */
async function shown(
  body: unknown,
  tool: Partial<Tool> = {},
  {
    args = {},
    link,
    tokens = 1_000,
  }: { args?: Args; link?: string; tokens?: number | null } = {},
) {
  const api = await startUpstream((_request, response) => {
    if (link !== undefined) response.setHeader("link", link);
    const isText = typeof body === "string";
    response.setHeader(
      "content-type",
      isText ? "text/plain" : "application/json",
    );
    response.end(isText ? body : JSON.stringify(body));
  });
  const limit = shortenResponses({
    fields: false,
    maxResultTokens: tokens ?? 0,
    pages,
  });
  const service = serviceOf([toolOf(tool)], {
    client: { baseUrl: api.baseUrl },
    features: [...(tokens === null ? [] : [limit]), structuredOutput()],
  });
  const { client, lines } = await connect(service);
  await client.listTools();
  const call = () => client.callTool({ name: "tool", arguments: args });
  const result = await call();
  await call();
  const [text = "", note = ""] = (result.content as { text: string }[]).map(
    (block) => block.text,
  );
  return { text, note, structured: result.structuredContent, lines };
}

const query = (...names: string[]) => ({
  arguments: Object.fromEntries(
    names.map((name) => [name, { in: "query", ...integer } as const]),
  ),
});

const twenty = itemsOf(20, () => 400);

describe("the note of a truncated response", () => {
  const NONE = "This operation has no argument to get the rest.";
  test.each<
    [string, unknown, Partial<Tool>, string, { args?: Args; link?: string }?]
  >([
    ["that nothing leads on", twenty, {}, NONE],
    ["that a size alone doesn't", twenty, query("limit"), NONE],
    [
      "that a number alone skips it",
      twenty,
      query("page"),
      "Next page, if there is one: page=2.",
    ],
    [
      "that no argument follows a link",
      { count: 310, next: "https://x/?token=abc", results: twenty },
      {},
      "There is more; this operation has no argument for the next page.",
    ],
    [
      "that no argument follows a link, with the total",
      { total: 310, next: "https://x/?token=abc", results: twenty },
      {},
      "20 of 310; this operation has no argument for the next page.",
    ],
    [
      "the entry of a map that is next",
      Object.fromEntries(twenty.map((one) => [`k${one.id}`, one])),
      query("offset", "limit"),
      "Next page: offset=7.",
    ],
    [
      "the smaller page of a cursor",
      { data: twenty, next_cursor: "x" },
      query("cursor", "limit"),
      "Smaller pages: limit=7. These items are returned again. The cursor or link shown skips what was cut.",
    ],
    [
      "no size below a minimum",
      twenty,
      {
        arguments: {
          page: { in: "query", ...integer },
          size: { in: "query", ...integer, minimum: 10 },
        },
      },
      "Next page, if there is one: page=2.",
    ],
    [
      "a size of those that there are",
      twenty,
      {
        arguments: {
          page: { in: "query", ...integer },
          size: { in: "query", ...integer, enum: [3, 5, 50] },
        },
      },
      "Next page: page=2, size=5.",
    ],
    [
      "no size that the API doesn't keep to",
      twenty,
      query("page", "size"),
      "Next page: page=2.",
      { args: { size: 5, page: 1 } },
    ],
    [
      "no next item of a handler that filters",
      twenty,
      {
        ...query("offset"),
        handler: async (args, { send }) =>
          ((await send(args)).data as Item[]).slice(1),
      },
      "Next page, if there is one: offset=20.",
    ],
    [
      "the next item of a handler that keeps the items",
      twenty,
      {
        ...query("offset"),
        handler: async (args, { send }) =>
          ((await send(args)).data as Item[]).map((item) => ({ item })),
      },
      "Next page: offset=7.",
    ],
    [
      "no argument that the handler sets",
      twenty,
      {
        ...query("offset", "limit"),
        handler: async (args, { send }) =>
          ((await send({ ...args, offset: 5 })).data as Item[]).map((item) => ({
            item,
          })),
      },
      NONE,
    ],
  ])("%s", async (_case, body, tool, want, options = {}) => {
    const { note, text } = await shown(
      body,
      { outputSchema: {}, ...tool },
      options,
    );
    expect(note).toMatch(/^\d+ of \d+ (items|fields)/);
    expect(note.split("\n").at(-1)).toBe(want);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  test("that a whole page is not the whole list", async () => {
    const { note } = await shown({
      total: 310,
      next: "https://x/?token=abc",
      results: twenty.slice(0, 5),
    });
    expect(note).toBe(
      "5 of 310; this operation has no argument for the next page.",
    );
  });
});

test("a truncated list has the same items in text and structured content", async () => {
  const { structured, text } = await shown(
    { data: { items: twenty } },
    { outputSchema: { type: "object", properties: {} } },
  );
  const { _note, ...others } = structured as Args;
  expect(_note).toContain("items of data.items are shown.");
  expect(others).toEqual(JSON.parse(text));
});

test("a truncated text loses whole paragraphs", async () => {
  const paragraphs = Array.from(
    { length: 40 },
    (_, at) => `Paragraph ${at}.\n${"word ".repeat(40)}`,
  );
  const { note, text } = await shown(paragraphs.join("\n\n"));
  const whole = text.split("\n\n");
  expect(whole.length).toBeGreaterThan(8);
  expect(whole).toEqual(paragraphs.slice(0, whole.length));
  expect(note).toBe(
    `${whole.length} of 40 paragraphs are shown.\nThis operation has no argument to get the rest.`,
  );
});

test("a first item that is too long is truncated as text", async () => {
  const [first, ...others] = itemsOf(3, () => 9_000);
  const { note, text } = await shown([first, ...others], query("offset"));
  const [item] = JSON.parse(text) as Item[];
  expect(item?.id).toBe(0);
  expect(item?.text.length).toBeGreaterThan(1_000);
  const [cut, next] = note.split("\n");
  expect(cut).toMatch(/^1 of 3 items are shown\. .* of 0\.text are shown\.$/);
  expect(next).toBe("Next page: offset=1.");
});

test.each([
  ["is whole, and the log names the option once", null, 1],
  ["that is limited is not logged", 30_000, 0],
])("a large result %s", async (_case, tokens, warnings) => {
  const { lines, text } = await shown(even.slice(0, 300), {}, { tokens });
  expect(JSON.parse(text)).toEqual(even.slice(0, 300));
  const told = lines.filter((line) => line.includes("large-result"));
  expect(told).toHaveLength(warnings);
  for (const line of told) expect(line).toContain("maxResultTokens: 20000");
});

/** Bytes of both forms of a result. */
const formsOf = ({
  note,
  structured,
  text,
}: Awaited<ReturnType<typeof shown>>) =>
  [text + note, JSON.stringify(structured)].map((form) =>
    Buffer.byteLength(form),
  );

test.each([
  ["a list that fits its schema", 20_000, even, { type: "array" }],
  ["a list that differs from its schema", 20_000, even, { type: "object" }],
  ["a list of a small bound", 1_000, even, { type: "array" }],
  [
    "a list that differs, of a small bound",
    1_000,
    even.slice(0, 30),
    { type: "object", required: ["y".repeat(390)] },
  ],
  [
    "an object with its own long note",
    1_000,
    { _note: '"\n'.repeat(100), items: even },
    { type: "object" },
  ],
])(
  "a response with %s is never above the limit",
  async (_what, tokens, body, schema) => {
    const outputSchema = schema as JsonSchema; // of these
    const arguments_ = Object.fromEntries(
      ["offset", "limit"].map((name) => [
        name,
        { in: "query", ...integer, description: "é".repeat(500) } as const,
      ]),
    );
    const handler: Tool["handler"] = async (args, { send }) => ({
      ...(await send(args)),
      note: `"\\\n`.repeat(180), // is written with two signs each
    });
    const plainTool = { arguments: arguments_, outputSchema };
    for (const tool of [plainTool, { ...plainTool, handler }]) {
      const forms = formsOf(await shown(body, tool, { tokens }));
      for (const bytes of forms) {
        expect(bytes).toBeLessThanOrEqual(tokens * 4);
        expect(bytes).toBeGreaterThan(tokens * 1.2);
      }
    }
  },
);

test("a result without text blocks is truncated as well", async () => {
  const handler = () => ({ content: [], structuredContent: { items: even } });
  const { structured } = await shown([], { handler, outputSchema: {} });
  expect(JSON.stringify(structured).length).toBeLessThanOrEqual(4_000);
});

describe("a resource", () => {
  async function read(
    body: unknown,
    { handler, limit }: { handler?: Tool["handler"]; limit?: Feature } = {},
  ) {
    const api = await startUpstream((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    });
    const list = toolOf({ ...query("offset", "limit"), request: "GET /items" });
    const all = defineResource({
      of: list,
      uri: "items://all",
      uriTemplate: "items://all{?offset,limit}",
      ...(handler && { handler }),
    });
    const own = defineOwnResource({
      uri: "own://text",
      name: "own",
      mimeType: "text/markdown",
      read: () => "Word. ".repeat(2_000),
    });
    const service = serviceOf([list, all, own], {
      client: { baseUrl: api.baseUrl },
      // In either order, as an edited server.ts may have them.
      features: limit ? [limit, resources()] : [resources()],
    });
    const { client } = await connect(service);
    return async (uri: string) =>
      (await client.readResource({ uri })).contents as {
        text: string;
        mimeType?: string;
      }[];
  }

  const limit = shortenResponses({
    fields: false,
    maxResultTokens: 1_000,
    pages,
  });

  test("is truncated by the same rules, with a note about the next read", async () => {
    const [list, note, ...others] = await (
      await read(twenty, { limit })
    )("items://all");
    expect(others).toEqual([]);
    const items = JSON.parse(list?.text ?? "") as Item[];
    expect(items).toEqual(twenty.slice(0, items.length));
    expect(note?.text).toBe(
      `${items.length} of 20 items are shown.\nNext page: offset=${items.length}.`,
    );
    expect((list?.text + (note?.text ?? "")).length).toBeLessThan(4_000);
  });

  test("is whole without the option", async () => {
    const contents = await (await read(twenty))("items://all");
    expect(contents).toHaveLength(1);
    expect(JSON.parse(contents[0]?.text ?? "")).toEqual(twenty);
  });

  test("that is short is unchanged", async () => {
    const contents = await (
      await read(twenty.slice(0, 2), { limit })
    )("items://all");
    expect(contents).toHaveLength(1);
  });

  test("keeps the media type of its text", async () => {
    const [text, note] = await (await read([], { limit }))("own://text");
    expect(text?.mimeType).toBe("text/markdown");
    expect(text?.text.length).toBeLessThan(4_000);
    expect(note?.text).toMatch(/ of 11\.7 KB are shown\./);
  });
});
