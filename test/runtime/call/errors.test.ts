import { describe, expect, test } from "vitest";
import { createHttpClient } from "../../../runtime/client.js";
import {
  NoAnswer,
  toErrorMessage,
  UpstreamError,
} from "../../../runtime/call/errors.js";
import type { ClientOptions } from "../../../runtime/client.js";
import { call, startUpstream, toolOf } from "../upstream.js";

const tool = toolOf({
  method: "POST",
  path: "/pets/{id}",
  parameters: { id: "path" },
});

/** The error of a call that is answered with this. */
async function fail(
  status: number,
  head: Record<string, string>,
  body: string | Uint8Array,
  options: Partial<ClientOptions> = {},
) {
  const api = await startUpstream((_request, response) => {
    response.writeHead(status, head).end(body);
  });
  const error: unknown = await call(
    tool,
    { id: 7 },
    { baseUrl: api.baseUrl, ...options },
  ).catch((reason: unknown) => reason);
  return {
    error,
    message: toErrorMessage(
      error,
      createHttpClient({ baseUrl: "", ...options }),
    ),
  };
}

const json = { "content-type": "application/json" };
const first = "POST /pets/{id} → 404 Not Found";

describe("4xx and 5xx", () => {
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
      { "retry-after": "30" },
      "",
      "POST /pets/{id} → 429 Too Many Requests\nRetry after: 30",
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

  test("secrets of credentials are masked, plain and encoded", async () => {
    const credential = {
      apply: async () => undefined,
      missing: [],
      secrets: ["s3cret/+key", "short"],
    };
    const body = "key=s3cret/+key&k=s3cret%2F%2Bkey short";
    const { message } = await fail(404, {}, body, {
      credentials: { a: credential },
    });
    expect(message).toBe(`${first}\nkey=[redacted]&k=[redacted] short`);
  });
});

describe("no answer", () => {
  test.each([
    [
      "ECONNREFUSED",
      "the connection was refused. Check that the API is running",
    ],
    ["ENOTFOUND", "the API's host name was not found."],
    ["EAI_AGAIN", "the API's host name was not found."],
    ["EHOSTUNREACH", "the API's host can't be reached."],
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "the API's TLS certificate is not trusted.",
    ],
    ["CERT_HAS_EXPIRED", "the API's TLS certificate is not trusted."],
    [
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "the API's TLS certificate is not trusted.",
    ],
    [
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "the API's TLS certificate is not trusted.",
    ],
    ["EPROTO", "no TLS connection could be made."],
    [
      "ECONNRESET",
      "the API closed the connection before its answer was complete.",
    ],
    ["HPE_INVALID_CONSTANT", "the API's answer is no valid HTTP."],
    ["EWHATEVER", "the request failed (EWHATEVER)."],
  ])("%s", async (code, want) => {
    const transport = () =>
      Promise.reject(
        Object.assign(new Error("at /srv/app.js with token"), { code }),
      );
    const error: unknown = await call(
      tool,
      { id: 1 },
      { baseUrl: "http://x", transport },
    ).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoAnswer);
    expect(error).toMatchObject({
      code,
      message: expect.stringContaining(`POST /pets/{id}: ${want}`) as string,
    });
  });

  test("really refused, unknown and of the wrong protocol", async () => {
    const api = await startUpstream();
    const { port } = new URL(api.baseUrl);
    for (const [baseUrl, want] of [
      ["http://127.0.0.1:1", "the connection was refused"],
      ["http://nowhere.invalid", "host name was not found"],
      [`https://127.0.0.1:${port}`, "no TLS connection could be made"],
    ] as const) {
      await expect(call(tool, { id: 1 }, { baseUrl })).rejects.toThrow(want);
    }
  });

  test("an error of unknown origin stays in the server", async () => {
    const transport = () => Promise.reject(new TypeError("x is undefined"));
    const error: unknown = await call(
      tool,
      { id: 1 },
      { baseUrl: "http://x", transport },
    ).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(toErrorMessage(error, createHttpClient({ baseUrl: "" }))).toBe(
      "The call failed inside this server. Its log says why.",
    );
  });
});
