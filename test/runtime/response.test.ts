import { describe, expect, test } from "vitest";
import { streams } from "../../runtime/features/responses/streams.js";
import { toToolResult } from "../../runtime/index.js";
import type {
  ApiResponse,
  JsonSchema,
  ApiDefinition,
  Tool,
} from "../../runtime/index.js";
import { ask, serviceOf } from "./serving.js";
import { call, startUpstream, toolOf } from "./upstream.js";

const bytes = Buffer.from([0x89, 0x50, 0x00, 0xff]);
const protobuf = Buffer.from("\n\x03Rex");
const base64 = bytes.toString("base64");

/** Response of a tool's call for this head and body. */
async function receive(
  head: Record<string, string>,
  body: string | Uint8Array = "",
  status = 200,
): Promise<ApiResponse> {
  const api = await startUpstream((_request, response) => {
    response.writeHead(status, head).end(body);
  });
  return call(toolOf(), {}, { baseUrl: api.baseUrl, stream: streams() });
}

function file(name: string, mimeType: string, content = bytes) {
  const uri = `attachment:///${name}`;
  const blob = content.toString("base64");
  return [{ type: "resource", resource: { uri, mimeType, blob } }];
}

const text = (...texts: string[]) =>
  texts.map((each) => ({ type: "text", text: each }));

function resultOf(tool: Tool): Promise<object> {
  return ask(serviceOf([tool]), "tools/call", { name: tool.name });
}

function contentOf(answer: ApiResponse) {
  return toToolResult(answer).content;
}

describe("content of a response by its content type", () => {
  test.each<[string, string | Uint8Array, unknown]>([
    ["application/json", '{ "a": [1, null] }', text('{"a":[1,null]}')],
    ["application/json; charset=utf-8", '"x"', text('"x"')],
    ["Application/Problem+JSON", "[]", text("[]")],
    ["application/hal+json", "null", text("null")],
    ["application/json", "{ not json", text("{ not json")],
    ["application/json", "\ufeff{}", text("{}")],
    [
      "application/json; charset=utf-16le",
      Buffer.from('{"a":"é"}', "utf16le"),
      text('{"a":"é"}'),
    ],
    [
      "application/json",
      '{"id":12345678901234567890,"s":"12345678901234567890","f":1.12345678901234567}',
      text(
        '{"id":"12345678901234567890","s":"12345678901234567890","f":1.1234567890123457}',
      ),
    ],
    ["text/plain", "hi\n", text("hi\n")],
    ["text/html; charset=iso-8859-1", Buffer.from("é", "latin1"), text("é")],
    [
      "text/plain; charset=windows-1252",
      Uint8Array.of(0x93, 0x80, 0x94),
      text("“€”"),
    ],
    ["text/plain; charset=nonsense", "é", text("é")],
    ["text/plain", Buffer.from([0x61, 0xff, 0x62]), text("a\ufffdb")],
    ["text/csv", "a,b", text("a,b")],
    ["application/xml", "<a/>", text("<a/>")],
    ["application/x-subrip", "1\n00:00", text("1\n00:00")],
    ["application/vnd.acme.v1", '{"a": 1}', text('{"a":1}')],
    ["application/vnd.acme.v1", bytes, file("file", "application/vnd.acme.v1")],
    [
      "application/x-protobuf",
      "\n\x03Rex",
      file("file", "application/x-protobuf", protobuf),
    ],
    [
      "application/octet-stream",
      "a",
      file("file", "application/octet-stream", Buffer.from("a")),
    ],
    [
      "image/png",
      bytes,
      [{ type: "image", data: base64, mimeType: "image/png" }],
    ],
    [
      "image/svg+xml",
      bytes,
      [{ type: "image", data: base64, mimeType: "image/svg+xml" }],
    ],
    [
      "audio/mpeg",
      bytes,
      [{ type: "audio", data: base64, mimeType: "audio/mpeg" }],
    ],
    ["application/pdf", bytes, file("file", "application/pdf")],
    ["video/mp4; codecs=x", bytes, file("file", "video/mp4")],
    ["application/x-ndjson", '{"a":1}\n\n2\r\n', text('{"a":1}', "2")],
    [
      "text/event-stream",
      "data: a\n\nevent: e\ndata: b\ndata: c\n\n",
      text("a", "event: e\nb\nc"),
    ],
    ["application/json-seq", "\x1e{}\n\x1e1\n", text("{}", "1")],
  ])("%s with %j", async (type, body, want) => {
    const answer = await receive({ "content-type": type }, body);
    expect(contentOf(answer)).toEqual(want);
  });

  test.each<[string | Uint8Array, unknown]>([
    ['{"a":1}', text('{"a":1}')],
    ["{ no json", text("{ no json")],
    ["12", text("12")],
    [bytes, file("file", "application/octet-stream")],
    ["\n\x03Rex", file("file", "application/octet-stream", protobuf)],
  ])("no content type with %j", async (body, want) => {
    const answer = await receive({}, body);
    expect(contentOf(answer)).toEqual(want);
  });

  const page = Buffer.from('{"é":[1]}', "latin1");
  test.each<[string, string | Uint8Array, unknown]>([
    ["text/plain", '{"a": 1}', { a: 1 }],
    ["text/html; charset=utf-8", '\ufeff\n[{ "a": 1 }]', [{ a: 1 }]],
    ["text/html; charset=iso-8859-1", page, { é: [1] }],
    ["application/javascript", "[]", []],
    [
      "application/octet-stream",
      '{"id":12345678901234567890}',
      { id: `${12345678901234567890n}` },
    ],
    ["application/octet-stream", "{\0}", Buffer.from("{\0}")],
    ["application/octet-stream", "a", Buffer.from("a")],
    ["application/pdf", "%PDF", Buffer.from("%PDF")],
    ["text/html", "<p>Busy</p>", "<p>Busy</p>"],
    ["text/markdown", "[a](/b)", "[a](/b)"],
    ["text/plain", "12", "12"],
    ["text/csv", "a,b", "a,b"],
  ])("%s with %j if the operation declares JSON", async (type, body, want) => {
    const api = await startUpstream((_request, response) => {
      response.setHeader("content-type", type);
      response.flushHeaders(); // its length is not known
      response.end(body);
    });
    const seen = async (source: Partial<ApiDefinition>) => {
      let data: unknown;
      const tool = toolOf({
        handler: async (args, { send }) => ({ data } = await send(args)),
      });
      const client = { baseUrl: api.baseUrl, stream: streams() };
      const service = serviceOf([tool], { client, source });
      await ask(service, "tools/call", { name: tool.name });
      return data;
    };
    const saying = (schema: JsonSchema) => ({
      operations: { "GET /": schema },
      $defs: {},
    });
    expect(await seen({ outputSchemas: saying({ type: "object" }) })).toEqual(
      want,
    );
    expect(await seen({ responseFields: saying({ properties: {} }) })).toEqual(
      want,
    );
    const text = await seen({ outputSchemas: saying({ type: "string" }) });
    expect(text).toEqual(await seen({}));
    expect(typeof text === "string" || text instanceof Uint8Array).toBe(true);
  });

  test.each<[number, Record<string, string>, string[]]>([
    [200, {}, ["The API responded with 200 OK and no body."]],
    [
      201,
      { location: "https://api.example/pets/7" },
      [
        "The API responded with 201 Created and no body.\nlocation: https://api.example/pets/7",
      ],
    ],
    [
      202,
      { "retry-after": "9", etag: 'W/"a"' },
      ["The API responded with 202 Accepted and no body.\nretry-after: 9"],
    ],
    [
      200,
      { "x-total-count": "7", etag: '"a"', "x-request-id": "b" },
      [
        'The API responded with 200 OK and no body.\nx-total-count: 7\netag: "a"',
      ],
    ],
    [204, {}, []],
    [204, { etag: '"a"', location: "/pets/7" }, []],
    [304, {}, ["The API responded with 304 Not Modified and no body."]],
  ])("%i without a body", async (status, headers, want) => {
    const answer = await receive(
      { "content-type": "application/json", ...headers },
      "",
      status,
    );
    expect(toToolResult(answer)).toEqual({
      content: text(...want),
    });
  });

  test.each<[string, string]>([
    ['attachment; filename="r p.pdf"', "r%20p.pdf"],
    ["attachment; filename=r.pdf; size=1", "r.pdf"],
    ["attachment; filename=x; filename*=UTF-8''%C3%A9.pdf", "%C3%A9.pdf"],
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ['inline; filename="a\\"b"', "a%22b"],
    ["attachment; filename=Quarterly Report.xlsx", "Quarterly%20Report.xlsx"],
    ["attachment; filename= r p.pdf ; size=1", "r%20p.pdf"],
    ['attachment; filename="=?UTF-8?B?w6kucGRm?="', "%C3%A9.pdf"],
    ["attachment; filename==?utf-8?q?=C3=A9_a.pdf?=", "%C3%A9%20a.pdf"],
    [
      'attachment; filename="=?UTF-8?B?w6k=?= =?iso-8859-1?Q?=E9.pdf?="',
      "%C3%A9%C3%A9.pdf",
    ],
    ['attachment; filename="=?UTF-8?B?Li4vcGFzc3dk?="', "passwd"],
    ['attachment; filename="=?none?X?a?=.pdf"', "%3D%3Fnone%3FX%3Fa%3F%3D.pdf"],
    ["inline", "file"],
  ])("file name from %s", async (disposition, name) => {
    const head = {
      "content-type": "application/pdf",
      "content-disposition": disposition,
    };
    const answer = await receive(head, bytes);
    expect(toToolResult(answer)).toEqual({
      content: file(name, "application/pdf"),
    });
  });
});

const SECRETS = ["s3cret-key", "12345678"];

test.each([
  ["application/json", '{"you":"[redacted]"}', '{"you":"s3cret-key"}'],
  [
    "application/json",
    '{"n":"[redacted]","half":"[redacted]0","s":"[redacted]","m":1}',
    '{"n":12345678,"half":123456780,"s":"s3cret-key","m":1}',
  ],
  ["text/plain", "[redacted]!", "s3cret-key!"],
  ["application/x-ndjson", "[redacted]", "s3cret-key\n"],
])("secrets in %s are redacted", async (type, want, body) => {
  const api = await startUpstream((_request, response) => {
    response.setHeader("content-type", type).end(body);
  });
  const apply = async () => undefined;
  const credentials = { a: { apply, missing: [], secrets: SECRETS } };
  const { baseUrl } = api;
  const options = { baseUrl, credentials, stream: streams() };
  const answer = await call(toolOf(), {}, options);
  expect(contentOf(answer)).toEqual(text(want));
  expect(JSON.stringify(toToolResult(answer))).not.toMatch(/s3cret|12345678/);
});

test("JSON is in a message once if the tool has no output schema", async () => {
  const answer = await receive({ "content-type": "application/json" }, "[1]");
  expect(toToolResult(answer)).toEqual({ content: text("[1]") });
});

describe("results of a handler", () => {
  const result = {
    content: [{ type: "text", text: "x" }],
    isError: true,
  } as const;
  const json = (written: string) => ({ content: text(written) });
  test("are not visited item by item to find out their kind", () => {
    const ownKeys = () => {
      throw new Error("Each item was looked at.");
    };
    const long = new Proxy([1, 2], { ownKeys });
    expect(toToolResult(long)).toEqual({ content: text("[1,2]") });
  });

  test.each<[string, Parameters<typeof toToolResult>[0], unknown]>([
    ["a result", result, result],
    ["text", "hi", { content: text("hi") }],
    ["nothing", undefined, { content: [] }],
    ["null", null, { content: [] }],
    ["a number", 0, json("0")],
    ["an object", { a: 1 }, json('{"a":1}')],
    ["an array", [1], json("[1]")],
    [
      "a page whose field is called content",
      { content: [], total: 0 },
      json('{"content":[],"total":0}'),
    ],
    [
      "content that is not MCP's",
      { content: [{ id: 1 }] },
      json('{"content":[{"id":1}]}'),
    ],
  ])("%s", (_case, value, want) => {
    expect(toToolResult(value)).toEqual(want);
  });

  test("may be a response with other data and a note", () => {
    const answer = {
      status: 200,
      headers: {},
      contentType: "application/json",
      data: [1],
      note: "cut",
    };
    expect(contentOf(answer)).toEqual(text("[1]", "cut"));
  });

  test("that are too large for one message are reported", async () => {
    const tool = toolOf({ handler: () => "\0".repeat(2_000_000) });
    expect(JSON.stringify(await resultOf(tool))).toContain(
      "The response is too large for one message (11.4 MB).",
    );
  });
});

test("a stream is one text if no feature reads its events", async () => {
  const api = await startUpstream((_request, response) => {
    response.setHeader("content-type", "text/event-stream");
    response.end("data: a\n\ndata: b\n\n");
  });
  const answer = await call(toolOf(), {}, api);
  expect(contentOf(answer)).toEqual(text("data: a\n\ndata: b\n\n"));
});
