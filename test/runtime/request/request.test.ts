import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHttpClient } from "../../../runtime/client.js";
import { ArgumentError } from "../../../runtime/call/errors.js";
import { buildRequest } from "../../../runtime/request/request.js";
import type { ParameterRecipe, RequestRecipe } from "../../../runtime/types.js";
import { call, startUpstream, toolOf } from "../upstream.js";

const client = createHttpClient({ baseUrl: "https://api.test/v1" });

function build(recipe: Partial<RequestRecipe>, args = {}, options = {}) {
  return buildRequest(
    { method: "GET", path: "/", ...recipe },
    args,
    createHttpClient({ baseUrl: "https://api.test/v1", ...options }),
  );
}

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
    const parameters = baseUrl.includes("?") ? { q: "query" as const } : {};
    const request = await build(
      { path, parameters, ...(server && { server }) },
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
      const recipe = { path, ...(server && { server }) };
      const request = await build(recipe, {}, { baseUrl, routePrefix });
      expect(request.url).toBe(`https://api.test${want}`);
    },
  );

  test.each<[string, string]>([
    ["https://up.test/x", "http://127.0.0.1:8080/v1/pets"],
    ["//up.test/x", "http://127.0.0.1:8080/v1/pets"],
    ["/x", "http://127.0.0.1:8080/x/pets"],
  ])("%s is left without ownServers", async (server, want) => {
    const request = await build(
      { path: "/pets", server },
      {},
      { baseUrl: "http://127.0.0.1:8080/v1", ownServers: false },
    );
    expect(request.url).toBe(want);
  });

  test.each<[string, string]>([
    [
      "",
      "the base URL of the API is missing. Set API_BASE_URL where this server is started, such as https://api.example.com.",
    ],
    [
      "/v1",
      "the base URL of the API (/v1) is no absolute http(s) URL. Set API_BASE_URL where this server is started, such as https://api.example.com/v1.",
    ],
    ["api.test", "the base URL of the API (api.test) is no absolute"],
    ["ftp://api.test", "the base URL of the API (ftp://api.test) is no"],
    ["https://", "the base URL of the API (https://) is no absolute"],
    ["file:///x", "the base URL of the API (file:///x) is no absolute"],
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
    const tool = toolOf({ path: "/pets/{id}", parameters: { id: "path" } });
    await expect(
      call(tool, { id }, { baseUrl: api.baseUrl }),
    ).rejects.toBeInstanceOf(ArgumentError);
    expect(api.received).toEqual([]);
  });

  test("are judged by what they make of the segment", async () => {
    const parameters = { a: "path", b: "path" } as const;
    for (const path of ["/x/{a}{b}", "/x/{a}.", "/x/.{a}"]) {
      await expect(
        build({ path, parameters }, { a: ".", b: "." }),
      ).rejects.toThrow('would lead to another path ("." or "..")');
    }
    const request = await build(
      { path: "/x/{a}.{a}", parameters },
      { a: "b", b: 1 },
    );
    expect(request.url).toBe("https://api.test/v1/x/b.b");
  });

  test("a path without a value for its placeholder is refused", async () => {
    await expect(build({ path: "/x/{constructor}" })).rejects.toThrow(
      "No value for {constructor} in /x/{constructor}.",
    );
  });
});

test("no value changes host, path or number of parameters, and URL parsers leave the URL as it is", async () => {
  const parameters = (allowReserved: boolean) => ({
    id: { in: "path", allowReserved } satisfies ParameterRecipe,
    q: { in: "query", allowReserved } satisfies ParameterRecipe,
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
        const recipe = {
          method: "GET",
          path: "/pets/{id}/toys",
          parameters: parameters(reserved),
        };
        const request = await buildRequest(recipe, { id, q }, client).catch(
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
    "%j can't be a header",
    async (value) => {
      await expect(
        build({ parameters: { "X-A": "header" } }, { "X-A": value }),
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
  ])("a parameter named %s is ignored", async (name) => {
    const request = await build(
      { parameters: { [name]: "header" } },
      { [name]: "x" },
    );
    expect(request.headers).toEqual({ accept: "application/json, */*;q=0.5" });
  });

  test("a declared header and cookies add to those of the client", async () => {
    const request = await build(
      {
        accept: "text/csv",
        parameters: { "X-Tenant": "header", session: "cookie", lang: "cookie" },
      },
      { "X-Tenant": "b", session: 1, lang: "de" },
      { headers: { "X-Tenant": "a", "X-Client": "c", Cookie: "k=v" } },
    );
    expect(request.headers).toEqual({
      accept: "text/csv",
      "x-tenant": "b",
      "x-client": "c",
      cookie: "k=v; session=1; lang=de",
    });
  });
});

test("fixed arguments are always sent, and arguments named like members of Object are plain names", async () => {
  const parameters = Object.fromEntries(
    ["version", "constructor", "toString"].map((name) => [name, "query"]),
  ) as Record<string, "query">; // Object.fromEntries widens
  const request = await build(
    { parameters, fixed: { version: 2 } },
    { version: 1, toString: "x" },
  );
  expect(request.url).toBe("https://api.test/v1/?version=2&toString=x");
});
