import { describe, expect, test } from "vitest";
import { UpstreamError } from "../../runtime/index.js";
import { ask, serviceOf } from "./serving.js";
import { call, startUpstream, toolOf } from "./upstream.js";
import type { Options } from "./upstream.js";

const tool = toolOf({
  request: "POST /pets/{id}",
  arguments: { id: { in: "path" } },
});

/** The error of a call with this response. */
async function fail(
  status: number,
  head: Record<string, string>,
  body: string | Uint8Array,
  options: Partial<Options> = {},
) {
  const { baseUrl } = await startUpstream((_request, response) => {
    response.writeHead(status, head).end(body);
  });
  const asked = call(tool, { id: 7 }, { baseUrl, ...options });
  const error: unknown = await asked.catch((reason: unknown) => reason);
  return { error, message: error instanceof Error ? error.message : undefined };
}

const json = { "content-type": "application/json" };
const first = "POST /pets/{id} → 404 Not Found";

describe("errors of 4xx and 5xx responses", () => {
  test.each<
    [string, number, Record<string, string>, string | Uint8Array, string]
  >([
    [
      "JSON as it is",
      404,
      json,
      '{"detail": ["no", null]}',
      `${first}\n{"detail": ["no", null]}`,
    ],
    [
      "text",
      500,
      { "content-type": "text/plain" },
      "oops\n",
      "POST /pets/{id} → 500 Internal Server Error\noops",
    ],
    ["no body", 404, {}, "", first],
    ["no content type", 404, {}, "gone", `${first}\ngone`],
    ["an unknown status", 599, {}, "", "POST /pets/{id} → 599"],
    [
      "another charset",
      404,
      { "content-type": "text/plain; charset=latin1" },
      Buffer.from("é", "latin1"),
      `${first}\né`,
    ],
    [
      "bytes are described",
      404,
      { "content-type": "image/png" },
      Buffer.alloc(300),
      `${first}\n(image/png, 300 bytes, not shown)`,
    ],
    [
      "many bytes",
      404,
      { "content-type": "application/pdf" },
      Buffer.alloc(100_000),
      `${first}\n(application/pdf, more than 64 KB, not shown)`,
    ],
    [
      "a time to wait",
      429,
      { "retry-after": "30", etag: 'W/"2-x"' },
      "",
      "POST /pets/{id} → 429 Too Many Requests\nretry-after: 30",
    ],
  ])("%s", async (_case, status, head, body, want) => {
    const { error, message } = await fail(status, head, body);
    expect(error).toBeInstanceOf(UpstreamError);
    expect(message).toBe(want);
  });

  test.each([
    [2048, "a".repeat(2048), "a".repeat(2048)],
    [2049, "a".repeat(2049), `${"a".repeat(2048)}\n(cut after 2,048 bytes)`],
    [
      2049,
      `a${"é".repeat(1024)}`,
      `a${"é".repeat(1023)}\n(cut after 2,048 bytes)`,
    ],
    [
      2049,
      `${"a".repeat(2045)}😀`,
      `${"a".repeat(2045)}\n(cut after 2,048 bytes)`,
    ],
  ])("%i bytes are forwarded up to 2,048", async (length, body, want) => {
    expect(Buffer.byteLength(body)).toBe(length);
    const { message } = await fail(400, json, body);
    expect(message).toBe(`POST /pets/{id} → 400 Bad Request\n${want}`);
  });

  test("handlers see status, headers and body", async () => {
    const { error } = await fail(409, { ...json, "x-a": "b" }, '{"a":1}');
    expect(error).toMatchObject({
      status: 409,
      body: '{"a":1}',
      headers: { "x-a": "b" },
    });
  });

  test("redactErrors drops the body", async () => {
    const { error, message } = await fail(404, json, '{"secret":1}', {
      redactErrors: true,
    });
    expect(message).toBe(first);
    expect(error).toMatchObject({ body: "" });
  });

  test.each([
    ["as they are", "key=s3cret/+key short", "key=[redacted] short"],
    ["in URLs", "k=s3cret%2F%2Bkey", "k=[redacted]"],
    ["in URLs with small letters", "k=s3cret%2f%2bkey", "k=[redacted]"],
    ["in JSON", '"s3cret\\/+key"', '"[redacted]"'],
  ])("secrets of credentials are redacted %s", async (_case, body, want) => {
    const credential = {
      apply: async () => undefined,
      missing: [],
      secrets: ["s3cret/+key", "short"],
    };
    const { error, message } = await fail(404, {}, body, {
      credentials: { a: credential },
    });
    expect(message).toBe(`${first}\n${want}`);
    expect(error).toMatchObject({ body: want });
  });
});

describe("errors without a response", () => {
  test("name refused connections, unknown hosts and wrong protocols", async () => {
    const { port } = new URL((await startUpstream()).baseUrl);
    for (const [baseUrl, want] of [
      ["http://127.0.0.1:1", "(ECONNREFUSED) could not connect to the API"],
      ["http://nowhere.invalid", "(ENOTFOUND) could not connect to the API"],
      [`https://127.0.0.1:${port}`, "(EPROTO) the TLS connection failed"],
    ] as const) {
      await expect(call(tool, { id: 1 }, { baseUrl })).rejects.toThrow(
        `POST /pets/{id}: ${want}`,
      );
    }
  });

  test("of unknown origin stay in the server", async () => {
    const transport = () => Promise.reject(new TypeError("x is undefined"));
    const client = { baseUrl: "http://x", transport };
    await expect(call(tool, { id: 1 }, client)).rejects.toBeInstanceOf(
      TypeError,
    );
    const params = { name: "tool", arguments: { id: 1 } };
    const told = ask(serviceOf([tool], { client }), "tools/call", params);
    expect(await told).toEqual({
      isError: true,
      content: [
        {
          type: "text",
          text: "The call failed because of an error in this server. Its log has the details.",
        },
      ],
    });
  });

  test.each([{ toString: 1 }, Object.create(null), null, "text"])(
    "of a handler that throws a non-Error go to the log: %j",
    async (thrown: unknown) => {
      const tool = toolOf({
        async handler() {
          await Promise.resolve();
          // eslint-disable-next-line @typescript-eslint/only-throw-error -- as an owner's code may throw a response
          throw thrown;
        },
      });
      const told = await ask(serviceOf([tool]), "tools/call", { name: "tool" });
      expect(told).toMatchObject({
        isError: true,
        content: [
          {
            text: "The call failed because of an error in this server. Its log has the details.",
          },
        ],
      });
    },
  );
});
