import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { shortenResponses } from "../../../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { pages } from "../../../../runtime/features/responses/shorten-responses/pages.js";
import { autoPaginate } from "../../../../runtime/features/responses/auto-paginate.js";
import { defineTool } from "../../../../runtime/index.js";
import type { Tool } from "../../../../runtime/index.js";
import { ask, serviceOf } from "../../serving.js";
import { startUpstream } from "../../upstream.js";
import type { Options } from "../../upstream.js";
import { bearer } from "../../alone.js";

type Said = { data?: unknown; link?: string; status?: number };

/** An API that responds by the query of a request. */
function upstream(say: (query: URLSearchParams, base: string) => Said) {
  return startUpstream((request: IncomingMessage, response: ServerResponse) => {
    const base = `http://${request.headers.host ?? ""}`;
    const { searchParams } = new URL(request.url ?? "", base);
    const { data, link, status = 200 } = say(searchParams, base);
    response
      .writeHead(status, {
        "content-type": "application/json",
        ...(link !== undefined && { link: `<${link}>; rel="next"` }),
      })
      .end(JSON.stringify(data));
  });
}

/** A tool of a list that takes these arguments, and what its call gives. */
async function called(
  api: { readonly baseUrl: string },
  names: readonly string[],
  {
    args = {},
    caller = {},
    client = {},
    tool = {},
  }: {
    args?: object;
    caller?: Parameters<typeof ask>[3];
    client?: Partial<Options>;
    tool?: Partial<Tool>;
  } = {},
) {
  const list = defineTool({
    name: "list",
    request: "GET /items",
    arguments: Object.fromEntries(
      names.map((text) => {
        const [name = "", usual] = text.split("=");
        const number = usual !== undefined && { default: Number(usual) };
        return [name, { in: "query" as const, ...number }];
      }),
    ),
    pages: 4,
    handler: (given, { send }) => send(given),
    ...tool,
  });
  const service = serviceOf([list], {
    client: { baseUrl: api.baseUrl, ...client },
    features: [autoPaginate(), shortenResponses({ pages })],
  });
  const params = { name: "list", arguments: args };
  const { content, isError } = (await ask(
    service,
    "tools/call",
    params,
    caller,
  )) as { content: { text: string }[]; isError?: boolean };
  const [text = "", note = ""] = content.map((one) => one.text);
  const data: unknown = isError ? text : JSON.parse(text);
  return { data, notes: note.split("\n").filter(Boolean) };
}

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }));

const pageOf = (query: URLSearchParams, name = "page") =>
  Number(query.get(name) ?? 1);

/** A page of an API that has 25 items if the request has no size, and says only if there are more. */
function incidents(query: URLSearchParams, count: number) {
  const offset = Number(query.get("offset") ?? 0);
  const size = Math.min(Number(query.get("limit") ?? 25), count - offset);
  const more = offset + size < count;
  return { incidents: numbers(offset, size), more, offset };
}

test.each<
  [
    string,
    {
      names: string[];
      args?: object;
      tool?: Partial<Tool>;
      say: Parameters<typeof upstream>[0];
      data: unknown;
      notes: string[];
      asked: string[];
    },
  ]
>([
  [
    "Link to its end, with the other arguments",
    {
      names: ["q", "page"],
      args: { q: "a&b" },
      say: (query) => ({
        data: numbers(pageOf(query) * 2, 2),
        ...(pageOf(query) < 3 && {
          link: `/other?q=a%26b&page=${pageOf(query) + 1}`,
        }),
      }),
      data: numbers(2, 6),
      notes: ["3 pages were joined."],
      asked: ["?q=a%26b", "?q=a%26b&page=2", "?q=a%26b&page=3"],
    },
  ],
  [
    "Link by an undeclared parameter, with those of the tool, up to the limit",
    {
      names: ["q"],
      args: { q: "x" },
      say: (query) => ({
        data: numbers(pageOf(query, "c"), 1),
        link: `?q=x&c=${pageOf(query, "c") + 1}`,
      }),
      data: numbers(1, 4),
      notes: ["4 pages were joined, and there are more."],
      asked: ["?q=x", "?q=x&c=2", "?q=x&c=3", "?q=x&c=4"],
    },
  ],
  [
    "a cursor in the body, and reports the rest",
    {
      names: ["cursor"],
      say: (query) => ({
        data: {
          total: 9,
          columns: ["id"],
          items: numbers(pageOf(query, "cursor"), 1),
          meta: { next_cursor: String(pageOf(query, "cursor") + 1), page: 1 },
        },
      }),
      data: {
        total: 9,
        columns: ["id"],
        items: numbers(1, 4),
        meta: { next_cursor: "5", page: 1 },
      },
      notes: [
        "4 pages were joined, and there are more.",
        "Next page: cursor=5.",
      ],
      asked: ["", "?cursor=2", "?cursor=3", "?cursor=4"],
    },
  ],
  [
    "a URL in the body to its end, and drops it",
    {
      names: ["page"],
      say: (query, base) => ({
        data: {
          results: numbers(pageOf(query), 1),
          ...(pageOf(query) < 2 && { next: `${base}/items?page=2` }),
        },
      }),
      data: { results: numbers(1, 2) },
      notes: ["2 pages were joined."],
      asked: ["", "?page=2"],
    },
  ],
  [
    "a URL of another host by the tool's own arguments",
    {
      names: ["page"],
      say: (query) => ({
        data: {
          results: numbers(pageOf(query), 1),
          next: pageOf(query) < 2 ? "http://inner.example/?page=2&x=1" : null,
        },
      }),
      data: { results: numbers(1, 2), next: null },
      notes: ["2 pages were joined."],
      asked: ["", "?page=2"],
    },
  ],
  [
    "no Link to another host",
    {
      names: [],
      say: () => ({
        data: numbers(1, 1),
        link: "http://elsewhere.example/items?c=2",
      }),
      data: numbers(1, 1),
      notes: ["Page 2 is missing: its URL is not the API's"],
      asked: [""],
    },
  ],
  [
    "numbers of pages until one is short",
    {
      names: ["page=1", "per_page=2"],
      say: (query) => ({
        data: numbers(1, pageOf(query) < 3 ? 2 : 1).map(({ id }) => ({
          id: id + 10 * pageOf(query),
        })),
      }),
      data: [11, 12, 21, 22, 31].map((id) => ({ id })),
      notes: ["3 pages were joined."],
      asked: ["", "?page=2", "?page=3"],
    },
  ],
  [
    "offsets, and reports the rest",
    {
      names: ["offset=0", "limit=2"],
      say: (query) => ({
        data: { hits: numbers(Number(query.get("offset") ?? 0), 2), total: 99 },
      }),
      data: { hits: numbers(0, 8), total: 99 },
      notes: [
        "4 pages were joined, and there are more.",
        "Next page: offset=8.",
      ],
      asked: ["", "?offset=2", "?offset=4", "?offset=6"],
    },
  ],
  [
    "offsets by a fixed size, and says that the list is whole",
    {
      names: ["limit=25", "offset"],
      tool: { fixed: { limit: 100 } },
      say: (query) => ({
        data: incidents(query, 230),
      }),
      data: { incidents: numbers(0, 230), more: false, offset: 0 },
      notes: ["3 pages were joined."],
      asked: ["?limit=100", "?limit=100&offset=100", "?limit=100&offset=200"],
    },
  ],
  [
    "numbers by a fixed size without any field about pages",
    {
      names: ["page=1", "per_page=10"],
      tool: { fixed: { per_page: 3 } },
      say: (query) => ({
        data: numbers((pageOf(query) - 1) * 3, pageOf(query) < 3 ? 3 : 1),
      }),
      data: numbers(0, 7),
      notes: ["3 pages were joined."],
      asked: ["?per_page=3", "?page=2&per_page=3", "?page=3&per_page=3"],
    },
  ],
  [
    "numbers if the API's size is smaller than the default of the document",
    {
      names: ["page=1", "per_page=100"],
      say: (query) => ({
        data: numbers((pageOf(query) - 1) * 3, pageOf(query) < 3 ? 3 : 1),
      }),
      data: numbers(0, 7),
      notes: ["3 pages were joined."],
      asked: ["", "?page=2", "?page=3"],
    },
  ],
  [
    "numbers if the document has no size",
    {
      names: ["page"],
      say: (query) => ({
        data: numbers((pageOf(query) - 1) * 3, pageOf(query) < 3 ? 3 : 1),
      }),
      data: numbers(0, 7),
      notes: ["3 pages were joined."],
      asked: ["", "?page=2", "?page=3"],
    },
  ],
  [
    "no empty page",
    {
      names: ["page"],
      say: (query) => ({
        data: { items: numbers(0, pageOf(query) < 2 ? 3 : 0), page: 1 },
      }),
      data: { items: numbers(0, 3), page: 1 },
      notes: [],
      asked: ["", "?page=2"],
    },
  ],
  [
    "no page with the same items, if nothing says that there is another",
    {
      names: ["page"],
      say: (query) => ({ data: { items: numbers(0, 3), at: pageOf(query) } }),
      data: { items: numbers(0, 3), at: 1 },
      notes: [],
      asked: ["", "?page=2"],
    },
  ],
  [
    "no page that the API refuses, if nothing says that there is another",
    {
      names: ["page"],
      say: (query) =>
        pageOf(query) > 1
          ? { status: 404, data: { detail: "Invalid page." } }
          : { data: numbers(0, 3) },
      data: numbers(0, 3),
      notes: [],
      asked: ["", "?page=2"],
    },
  ],
  [
    "pages until the last one, which says so",
    {
      names: ["page=0"],
      say: (query) => {
        const at = Number(query.get("page") ?? 0);
        return { data: { content: numbers(at * 2, 2), last: at === 2 } };
      },
      data: { content: numbers(0, 6), last: true },
      notes: ["3 pages were joined."],
      asked: ["", "?page=1", "?page=2"],
    },
  ],
  [
    "pages whose last one has no fields about pages",
    {
      names: ["cursor"],
      say: (query) => ({
        data: query.has("cursor")
          ? { items: numbers(1, 1) }
          : {
              items: numbers(0, 1),
              more: true,
              paging: { next_cursor: "7", has_more: true, size: 1 },
            },
      }),
      data: {
        items: numbers(0, 2),
        more: false,
        paging: { has_more: false, size: 1 },
      },
      notes: ["2 pages were joined."],
      asked: ["", "?cursor=7"],
    },
  ],
  [
    "nothing if no argument leads on, and keeps what says that there is more",
    {
      names: ["q"],
      say: () => ({
        data: { items: numbers(0, 1), more: true, next_cursor: "7" },
      }),
      data: { items: numbers(0, 1), more: true, next_cursor: "7" },
      notes: [],
      asked: [""],
    },
  ],
  [
    "the same cursor once",
    {
      names: ["cursor"],
      say: (query) => ({
        data: {
          items: numbers(pageOf(query, "cursor"), 1),
          included: numbers(pageOf(query, "cursor") + 10, 1),
          has_more: true,
          next_cursor: "7",
        },
      }),
      data: {
        items: [{ id: 1 }, { id: 7 }],
        included: [{ id: 11 }, { id: 17 }],
        has_more: false,
      },
      notes: ["2 pages were joined."],
      asked: ["", "?cursor=7"],
    },
  ],
  [
    "no page that is the same again",
    {
      names: [],
      say: (query) => ({
        data: numbers(1, 1),
        link: `?c=${pageOf(query, "c") + 1}`,
      }),
      data: numbers(1, 1),
      notes: [],
      asked: ["", "?c=2"],
    },
  ],
  [
    "pages up to a failure",
    {
      names: ["page=1", "per_page=1"],
      say: (query) =>
        pageOf(query) < 3
          ? { data: [{ id: pageOf(query) }] }
          : { status: 500, data: { why: "secret" } },
      data: numbers(1, 2),
      notes: [
        "2 pages were joined.",
        "Page 3 is missing: GET /items → 500 Internal Server Error",
        "Next page: page=3.",
      ],
      asked: ["", "?page=2", "?page=3"],
    },
  ],
  [
    "nothing from an object without a list",
    {
      names: ["cursor"],
      say: () => ({ data: { id: 1, next: "abc" } }),
      data: { id: 1, next: "abc" },
      notes: [],
      asked: [""],
    },
  ],
])(
  "auto-pagination follows %s",
  async (_name, { names, args, tool, say, data, notes, asked }) => {
    const api = await upstream(say);
    const given = await called(api, names, {
      ...(args && { args }),
      ...(tool && { tool }),
    });
    expect(given).toEqual({ data, notes });
    expect(api.received.map(({ url }) => url)).toEqual(
      asked.map((query) => `/items${query}`),
    );
  },
);

/** Pages without an end. */
const endless = () =>
  upstream((query) => ({
    data: numbers(pageOf(query) * 100, 100),
    link: `/items?page=${pageOf(query) + 1}&key=s3cr3t-k3y`,
  }));

test("auto-pagination sends credentials for all pages, and none of a link", async () => {
  const api = await endless();
  const env = { TOKEN: "s3cr3t-k3y" };
  const credentials = { key: bearer({ variable: "TOKEN", env }) };
  await called(api, ["page"], {
    client: { credentials },
    tool: { security: [["key"]], pages: 2 },
  });
  expect(
    api.received.map(({ headers, url }) => [url, headers["authorization"]]),
  ).toEqual([
    ["/items", "Bearer s3cr3t-k3y"],
    ["/items?page=2", "Bearer s3cr3t-k3y"],
  ]);
});

test("auto-pagination ends before the list is too large", async () => {
  const api = await endless();
  const client = { maxResponseBytes: 3_000 };
  const { data, notes } = await called(api, ["page"], { client });
  expect(data).toHaveLength(200);
  expect(notes).toEqual([
    "2 pages were joined.",
    "Page 3 is missing: the result would be too large",
    "Next page: page=3.",
  ]);
});

test("auto-pagination joins 20 pages at most, and reports progress for each", async () => {
  const api = await endless();
  const said: string[] = [];
  const caller = { progress: (text: string) => void said.push(text) };
  await called(api, ["page"], { caller, tool: { pages: 1e9 } });
  expect(api.received).toHaveLength(20);
  expect(said.at(-1)).toBe("Page 20 (limit: 20)");
});

test("auto-pagination ends when the caller cancels", async () => {
  const api = await endless();
  const gone = new AbortController();
  const caller = { signal: gone.signal, progress: () => gone.abort() };
  const { data } = await called(api, ["page"], { caller });
  expect(data).toMatch(/cancelled/);
  expect(api.received).toHaveLength(1);
});

test("auto-pagination has one timeout for all pages", async () => {
  const { baseUrl } = await startUpstream(({ url }, response) => {
    const answer = () =>
      response
        .setHeader("content-type", "application/json")
        .setHeader("link", `<?page=${Math.random()}>; rel="next"`)
        .end(JSON.stringify([url]));
    setTimeout(answer, 400);
  });
  const client = { baseUrl, timeout: 1 };
  const { notes } = await called({ baseUrl }, ["page"], { client });
  expect(notes[1]).toMatch(/^Page [23] is missing: .*(within|ran out)/);
});

test("auto-pagination of a tool with its own server needs no base URL", async () => {
  const api = await upstream((query) => ({
    data: numbers(pageOf(query), 1),
    ...(pageOf(query) < 2 && { link: "?page=2" }),
  }));
  const { data, notes } = await called(api, ["page"], {
    client: { baseUrl: "" },
    tool: { server: api.baseUrl },
  });
  expect(data).toEqual(numbers(1, 2));
  expect(notes).toEqual(["2 pages were joined."]);
});
