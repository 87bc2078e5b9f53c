import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { form } from "../../runtime/features/bodies/form.js";
import { jsonLines } from "../../runtime/features/bodies/json-lines.js";
import { binary } from "../../runtime/features/bodies/binary.js";
import { multipart } from "../../runtime/features/bodies/multipart.js";
import { ArgumentError } from "../../runtime/index.js";
import type { Argument, Args, BodyWriter, Tool } from "../../runtime/index.js";
import { buildRequest } from "../../runtime/request.js";
import { call, clientOf, recipeOf, startUpstream, toolOf } from "./upstream.js";
import type { Options } from "./upstream.js";

function build(
  tool: Partial<Tool>,
  args: Args = {},
  options: Partial<Options> = {},
) {
  const baseUrl = "https://api.test/v1";
  const client = clientOf({ baseUrl, ...options });
  return buildRequest(recipeOf(toolOf(tool), client), args, client);
}

test.each<[string, unknown, string]>([
  [
    "application/json",
    { a: 1, b: ["x y"] },
    "?%7B%22a%22%3A1%2C%22b%22%3A%5B%22x%20y%22%5D%7D",
  ],
  ["application/jsonpath", "$.a[1]&b", "?%24.a%5B1%5D%26b"],
  ["text/plain", null, ""],
])("the whole query as %s: %j", async (contentType, q, want) => {
  const whole = { in: "querystring", contentType } as const;
  const { url } = await build({ arguments: { q: whole } }, { q });
  expect(url).toBe(`https://api.test/v1/${want}`);
});

describe("an integer beyond 2^53, passed as a text of digits,", () => {
  const id = "1915883588174806058";
  const integer = { type: "integer" } as const;
  const ids = { type: "array", items: integer } as const;
  const body = {
    type: "object",
    properties: { id: integer, name: { type: "string" }, ids },
  };
  const text = async (tool: Partial<Tool>, args: Args, options = {}) => {
    const { body: bytes } = await build(
      { request: "POST /b", ...tool },
      args,
      options,
    );
    return Buffer.from(bytes ?? []).toString();
  };

  test.each<[string, Partial<Tool>, Args, string]>([
    [
      "a property",
      { body },
      { id, name: id, ids: [id, 5] },
      `{"id":${id},"name":"${id}","ids":[${id},5]}`,
    ],
    [
      "a property of another name",
      { body, names: { id_2: "id" } },
      { id_2: id },
      `{"id":${id}}`,
    ],
    ["a fixed one", { body, fixed: { id } }, {}, `{"id":${id}}`],
    [
      "the whole body",
      { arguments: { body: { in: "body", ...ids } } },
      { body: [id] },
      `[${id}]`,
    ],
    [
      "a type of JSON's",
      { body, contentType: "application/merge-patch+json" },
      { id },
      `{"id":${id}}`,
    ],
    ["a text", { body, contentType: "text/plain" }, { id }, `{"id":"${id}"}`],
  ])("is a number in JSON: %s", async (_name, tool, args, want) => {
    expect(await text(tool, args)).toBe(want);
  });

  test.each<[string, BodyWriter, string]>([
    ["application/x-ndjson", jsonLines, `${id}\n5\n`],
    ["application/json-seq", jsonLines, `\x1e${id}\n\x1e5\n`],
    ["x/y", binary(), `[${id},5]`],
  ])("is a number in %s", async (contentType, writer, want) => {
    const whole = { body: { in: "body", ...ids } } as const;
    const tool = { arguments: whole, contentType };
    const options = { bodies: [writer] };
    expect(await text(tool, { body: [id, 5] }, options)).toBe(want);
  });

  test("is a number in JSON that is a part of a form", async () => {
    const encoding = { ids: { contentType: "application/json" } };
    const ofForm = { body, encoding };
    const options = { bodies: [form, multipart()] };
    const args = { id, ids: [id] };
    const contentType = "application/x-www-form-urlencoded";
    expect(await text({ ...ofForm, contentType }, args, options)).toBe(
      `id=${id}&ids=%5B${id}%5D`,
    );
    const parts = { ...ofForm, contentType: "multipart/form-data" };
    const written = await text(parts, args, options);
    expect(written).toContain(`name="id"\r\n\r\n${id}\r\n`);
    expect(written).toContain(`\r\n\r\n${id}\r\n--`);
    expect(written).not.toContain(`"${id}"`);
  });

  test("is a number in JSON of the query", async () => {
    const q = { in: "query", contentType: "application/json", ...ids } as const;
    const { url } = await build({ arguments: { q } }, { q: [id] });
    expect(url).toBe(`https://api.test/v1/?q=%5B${id}%5D`);
  });

  test("is refused as a number that may have lost digits, at any place", async () => {
    const deep = { type: "object", properties: { a: body } };
    const args = { a: { ids: [Number(id)] } };
    await expect(text({ body: deep }, args)).rejects.toThrow(
      "/a/ids/0: is beyond 2^53, so it may have lost digits; pass it as a string of all digits.",
    );
  });
});

describe("the base URL", () => {
  test.each<[string, string | undefined, string, string]>([
    ["https://api.test", undefined, "/pets", "https://api.test/pets"],
    ["https://api.test/", undefined, "/pets", "https://api.test/pets"],
    ["https://api.test/v1", undefined, "/pets", "https://api.test/v1/pets"],
    ["https://api.test/v1/", undefined, "/pets", "https://api.test/v1/pets"],
    ["https://api.test/v1", undefined, "/", "https://api.test/v1/"],
    [
      "https://api.test/v1?k=1",
      undefined,
      "/pets",
      "https://api.test/v1/pets?k=1&q=2",
    ],
    ["https://api.test/v1#top", undefined, "/pets", "https://api.test/v1/pets"],
    [
      "http://127.0.0.1:8080",
      undefined,
      "/items:search",
      "http://127.0.0.1:8080/items:search",
    ],
    ["https://api.test/v1", undefined, "/a//b", "https://api.test/v1/a//b"],
    [
      "https://api.test",
      undefined,
      "//other.test/x",
      "https://api.test//other.test/x",
    ],
    [
      "https://api.test/v1",
      undefined,
      "/a b|é",
      "https://api.test/v1/a%20b%7C%C3%A9",
    ],
    [
      "https://api.test/v1",
      undefined,
      "/?Action=List",
      "https://api.test/v1/?Action=List",
    ],
    ["https://api.test/v1", undefined, "/x#Target=1", "https://api.test/v1/x"],
    ["https://api.test/v1", "/v2", "/pets", "https://api.test/v2/pets"],
    ["https://api.test/v1/", "v2", "/pets", "https://api.test/v1/v2/pets"],
    [
      "https://api.test/v1",
      "https://up.test/x/",
      "/pets",
      "https://up.test/x/pets",
    ],
    ["/v1", "https://up.test/x", "/pets", "https://up.test/x/pets"],
  ])("%s with %s and %s → %s", async (baseUrl, server, path, want) => {
    const request = await build(
      {
        request: `GET ${path}`,
        ...(baseUrl.includes("?") && { arguments: { q: { in: "query" } } }),
        ...(server && { server }),
      },
      { q: 2 },
      { baseUrl },
    );
    expect(request.url).toBe(want);
  });

  test.each<[string, string, string | undefined, string, string]>([
    ["https://api.test", "/v1", undefined, "/pets", "/v1/pets"],
    ["https://api.test/", "v1", undefined, "pets", "/v1/pets"],
    ["https://api.test/api/", "/v1", undefined, "/pets", "/api/v1/pets"],
    ["https://api.test", "", undefined, "/pets", "/pets"],
    ["https://api.test", "/v1", "/v2", "/pets", "/v2/pets"],
  ])(
    "%s with the prefix %j and the server %s: %s → %s",
    async (baseUrl, routePrefix, server, path, want) => {
      const recipe = { request: `GET ${path}`, ...(server && { server }) };
      const request = await build(recipe, {}, { baseUrl, routePrefix });
      expect(request.url).toBe(`https://api.test${want}`);
    },
  );

  test.each<[string, string]>([
    ["https://up.test/x", "http://127.0.0.1:8080/v1/pets"],
    ["//up.test/x", "http://127.0.0.1:8080/v1/pets"],
    ["/x", "http://127.0.0.1:8080/x/pets"],
  ])("%s is not replaced without ownServers", async (server, want) => {
    const request = await build(
      { request: "GET /pets", server },
      {},
      { baseUrl: "http://127.0.0.1:8080/v1", ownServers: false },
    );
    expect(request.url).toBe(want);
  });

  test.each<[string, string]>([
    [
      "",
      "the base URL of the API is missing. When you start this server, set API_BASE_URL (with several APIs, NAME_API_BASE_URL), for example to https://api.example.com.",
    ],
    [
      "/v1",
      "the base URL of the API is not an absolute http(s) URL without user name and password. When you start this server, set API_BASE_URL (with several APIs, NAME_API_BASE_URL), for example to https://api.example.com/v1.",
    ],
    ["api.test", "the base URL of the API is not an absolute"],
    ["ftp://api.test", "the base URL of the API is no"],
    ["https://", "the base URL of the API is not an absolute"],
    ["file:///x", "the base URL of the API is not an absolute"],
    [
      "user:hunter22@api.test", // reported without the URL, which may hold a password
      "the base URL of the API is not an absolute http(s) URL without user name and password. When you start this server, set API_BASE_URL (with several APIs, NAME_API_BASE_URL), for example to https://api.example.com.",
    ],
    [
      "https://user:hunter22@api.test",
      "URL without user name and password. When",
    ],
    [
      "https://hunter22@api.test/v1",
      "URL without user name and password. When",
    ],
  ])("%j is refused", async (baseUrl, want) => {
    await expect(build({}, {}, { baseUrl })).rejects.toThrow(want);
  });
});

describe("path values", () => {
  test.each<[unknown]>([
    [undefined],
    [null],
    [""],
    ["."],
    [".."],
    ["%2e"],
    ["%2E%2e"],
    [".%2E"],
    ["%252e%252e"],
    ["../admin"],
    ["..\\admin"],
    ["..%2fadmin"],
    ["a/../../admin"],
    ["a/.."],
    [[]],
    [{}],
    [[".."]],
    [[""]],
    [[null]],
  ])("%j is refused, and nothing is sent", async (id) => {
    const api = await startUpstream();
    const tool = toolOf({
      request: "GET /pets/{id}",
      arguments: { id: { in: "path" } },
    });
    await expect(
      call(tool, { id }, { baseUrl: api.baseUrl }),
    ).rejects.toBeInstanceOf(ArgumentError);
    expect(api.received).toEqual([]);
  });

  test("are checked together with the text around them", async () => {
    const tool = (path: string): Partial<Tool> => ({
      request: `GET ${path}`,
      arguments: { a: { in: "path" }, b: { in: "path" } },
    });
    for (const path of ["/x/{a}{b}", "/x/{a}.", "/x/.{a}"]) {
      await expect(build(tool(path), { a: ".", b: "." })).rejects.toThrow(
        'would change the path ("." or "..")',
      );
    }
    const request = await build(tool("/x/{a}.{a}"), { a: "b", b: 1 });
    expect(request.url).toBe("https://api.test/v1/x/b.b");
  });

  test.each<[path: string, want: string]>([
    ["/dot/./{k}", "/dot/x"],
    ["/./dot/././{k}/.", "/dot/x/"],
    ["./dot/{k}", "/dot/x"],
    ["/dot/%2E/{k}", "/dot/x"],
    ["/.well-known/.{k}/a.", "/.well-known/.x/a."],
  ])("segments . of the document's path %s are removed", async (path, want) => {
    const arguments_ = { k: { in: "path" } } as const;
    const tool = { request: `GET ${path}`, arguments: arguments_ };
    const { url } = await build(tool, { k: "x" });
    expect(url).toBe(`https://api.test/v1${want}`);
    await expect(build(tool, { k: "./x" })).rejects.toThrow(ArgumentError);
  });

  test.each(["/dot/../{k}", "/dot/./../{k}", "/dot/./{k}"])(
    "that make a segment of dots are refused in %s",
    async (request) => {
      const tool = {
        request: `GET ${request}`,
        arguments: { k: { in: "path" } } as const,
      };
      await expect(build(tool, { k: "." })).rejects.toThrow(
        'would change the path ("." or "..")',
      );
    },
  );

  test("a path without a value for its placeholder is refused", async () => {
    await expect(build({ request: "GET /x/{constructor}" })).rejects.toThrow(
      "The value for {constructor} in /x/{constructor} is missing.",
    );
  });

  test.each(["..;", "..;x=1", ".;", "%2e%2e;", "..%3b", "x;/..;/y"])(
    "%j is refused with reserved characters as well",
    async (id) => {
      const argument: Argument = { in: "path", allowReserved: true };
      const tool = { request: "GET /pets/{id}", arguments: { id: argument } };
      await expect(build(tool, { id })).rejects.toBeInstanceOf(ArgumentError);
    },
  );
});

test("path values never change host, path or number of parameters", async () => {
  const tool = (allowReserved: boolean): Partial<Tool> => ({
    request: "GET /pets/{id}/toys",
    arguments: {
      id: { in: "path", allowReserved },
      q: { in: "query", allowReserved },
    },
  });
  const hostile = fc.string({
    unit: fc.constantFrom(..."./\\?#&=%;:@[]{}'\"+ 2eEfF5cC\r\n\t\0aé😀\ud800"),
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(
      hostile,
      hostile,
      fc.boolean(),
      async (id, q, reserved) => {
        const request = await build(tool(reserved), { id, q }).catch(
          (error: unknown) => error,
        );
        if (request instanceof ArgumentError) return;
        const { url } = request as { url: string }; // the only other outcome
        const parsed = new URL(url);
        expect(parsed.href).toBe(url);
        expect(parsed.host).toBe("api.test");
        expect(parsed.pathname).toMatch(/^\/v1\/pets\/[^/]+\/toys$/);
        expect([...parsed.searchParams.keys()]).toEqual(["q"]);
        expect(parsed.hash).toBe("");
        if (reserved) return;
        expect(parsed.searchParams.get("q")).toBe(Buffer.from(q).toString());
      },
    ),
    { numRuns: 500 },
  );
});

describe("headers", () => {
  test.each(["a\r\nx-evil: 1", "a\nb", "a\0b", "日本", "\u007f"])(
    "can't contain %j",
    async (value) => {
      await expect(
        build({ arguments: { "X-A": { in: "header" } } }, { "X-A": value }),
      ).rejects.toThrow("/X-A: goes into the header X-A, which can't hold");
    },
  );

  test.each([
    "Accept",
    "content-type",
    "AUTHORIZATION",
    "Host",
    "Content-Length",
    "Transfer-Encoding",
    "Proxy-Authorization",
  ])("ignore a parameter named %s", async (name) => {
    const request = await build(
      { arguments: { [name]: { in: "header" } } },
      { [name]: "x" },
    );
    expect(request.headers).toEqual({ accept: "application/json, */*;q=0.5" });
  });

  test("of the client override the declared Accept and fixed headers", async () => {
    const request = await build(
      {
        accept: "application/json;version=2",
        arguments: { "X-Version": { in: "header" } },
        fixed: { "X-Version": 2 },
      },
      {},
      { headers: { Accept: "application/json;version=3", "X-Version": "3" } },
    );
    expect(request.headers).toEqual({
      accept: "application/json;version=3",
      "x-version": "3",
    });
  });

  test("of the client override arguments, and its cookies are joined with theirs", async () => {
    const request = await build(
      {
        accept: "text/csv",
        arguments: {
          "X-Tenant": { in: "header" },
          "X-Never": { in: "header" },
          trace: { in: "header", name: "X-Trace" },
          session: { in: "cookie" },
          lang: { in: "cookie" },
        },
      },
      { "X-Tenant": "b", "X-Never": "b", trace: "t", session: 1, lang: "de" },
      {
        headers: {
          "X-Tenant": "a",
          "X-Client": "c",
          "x-never": undefined,
          Cookie: "k=v",
        },
      },
    );
    expect(request.headers).toEqual({
      accept: "text/csv",
      "x-tenant": "a",
      "x-client": "c",
      "x-trace": "t",
      cookie: "k=v; session=1; lang=de",
    });
  });

  test.each([false, true])(
    "an argument can't add a second cookie, allowReserved %s",
    async (allowReserved) => {
      const request = await build(
        { arguments: { pref: { in: "cookie", allowReserved } } },
        { pref: "a;sid=evil, b" },
      );
      expect(request.headers["cookie"]).toBe("pref=a%3Bsid%3Devil%2C%20b");
    },
  );
});

test("fixed arguments are always sent, and arguments may have names of Object's members", async () => {
  const names = ["version", "constructor", "toString"];
  const query: Argument = { in: "query" };
  const request = await build(
    {
      arguments: Object.fromEntries(names.map((name) => [name, query])),
      fixed: { version: 2 },
    },
    { version: 1, toString: "x" },
  );
  expect(request.url).toBe("https://api.test/v1/?version=2&toString=x");
});

test.each<["query" | "cookie", string]>([
  ["query", "tenant"],
  ["query", "of-one"],
  ["cookie", "sid"],
])(
  "a field of an exploded object in the %s can't replace the parameter %s",
  async (place, name) => {
    const filter: Argument = { in: place, type: "object" };
    const tool: Partial<Tool> = {
      arguments: { filter, other: { in: place, name } },
      fixed: { other: "acme" },
    };
    await build(tool, { filter: { free: 1, filter: 2 } });
    await expect(build(tool, { filter: { [name]: "evil" } })).rejects.toThrow(
      `/filter/${name}: is the name of another parameter. Leave it out.`,
    );
  },
);

test("a shared argument is found by its reference, and keywords beside the reference override it", async () => {
  const client = clientOf({ baseUrl: "https://api.test" });
  const tool = toolOf({
    arguments: {
      per_page: { $ref: "#/arguments/per-page" },
      list: { $ref: "#/arguments/list", explode: true },
    },
  });
  const recipe = recipeOf(tool, client, {
    $defs: {},
    arguments: {
      "per-page": { in: "query", name: "per-page", type: "integer" },
      list: { in: "query", type: "array", explode: false },
    },
  });
  const args = { per_page: 5, list: [1, 2] };
  const { url } = await buildRequest(recipe, args, client);
  expect(url).toBe("https://api.test/?per-page=5&list=1&list=2");
});
