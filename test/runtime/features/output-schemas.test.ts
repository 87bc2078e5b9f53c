import { describe, expect, test } from "vitest";
import {
  outputSchemas,
  structured,
} from "../../../runtime/features/output-schemas.js";
import { streams } from "../../../runtime/features/streams.js";
import { ask, connect, serviceOf } from "../serving.js";
import { call, startUpstream, toolOf } from "../upstream.js";

const B = { properties: { a: { $ref: "#/$defs/A" } } };
const A = { $ref: "#/$defs/B", description: "An A." };
const outputs = { A, B, Loop: { $ref: "#/$defs/Loop" }, Other: {} };

test("what is listed has an object at the root, and what it refers to", async () => {
  const tools = [
    toolOf({ name: "plain" }),
    toolOf({
      name: "one",
      outputSchema: { type: "object", $ref: "#/$defs/A" },
    }),
    toolOf({
      name: "two",
      outputSchema: { type: "object", properties: { result: {} } },
    }),
  ];
  const service = serviceOf(tools, {
    source: { outputs },
    features: [outputSchemas],
  });
  const { client } = await connect(service);
  const listed = (await client.listTools()).tools.map(
    ({ name, outputSchema }) => [name, outputSchema],
  );
  expect(Object.fromEntries(listed)).toEqual({
    plain: undefined,
    one: {
      type: "object",
      description: "An A.",
      properties: { a: { $ref: "#/$defs/A" } },
      $defs: { A, B },
    },
    two: { type: "object", properties: { result: {} } },
  });
});

test("a reference to itself ends", () => {
  const outputSchema = { type: "object", $ref: "#/$defs/Loop" };
  const tools = [toolOf({ outputSchema })];
  const features = [outputSchemas];
  expect(() =>
    serviceOf(tools, { source: { outputs }, features }),
  ).not.toThrow();
});

test("a server without tools has nothing to list", () => {
  const { handlers } = serviceOf([], {
    source: { outputs },
    features: [outputSchemas],
  });
  expect(handlers).toEqual({});
});

test.each([
  [200, "application/json", "[1]", { result: [1] }],
  [200, "text/plain", "hi", { result: "hi" }],
  [
    204,
    "application/json",
    "",
    { _note: "Done. The API answered 204 No Content without a body." },
  ],
  [
    201,
    "application/json",
    "",
    { _note: "The API answered 201 Created without a body." },
  ],
  [500, "application/json", "{}", undefined],
])(
  "a client that insists is content with %i %s %j",
  async (status, type, body, want) => {
    const { baseUrl } = await startUpstream((_request, response) => {
      response.writeHead(status, { "content-type": type }).end(body);
    });
    const tool = toolOf({ outputSchema: { type: "object" } });
    const { client } = await connect(
      serviceOf([tool], {
        client: { baseUrl },
        source: { outputs },
        features: [outputSchemas],
      }),
    );
    await client.listTools(); // from then on it validates
    const result = await client.callTool({ name: "tool" });
    expect(result.structuredContent).toEqual(want);
    expect(result.isError ?? false).toBe(status === 500);
  },
);

test("a note suits a schema that could refuse what was cut", async () => {
  const outputSchema = {
    type: "object",
    $ref: "#/$defs/Id",
    additionalProperties: false,
  };
  const Id = { properties: { id: { type: "integer" } }, required: ["id"] };
  const { baseUrl } = await startUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`[${"1,".repeat(99)}1]`);
  });
  const { client } = await connect(
    serviceOf([toolOf({ outputSchema })], {
      client: { baseUrl, maxResponseBytes: 50 },
      source: { outputs: { Id } },
      features: [outputSchemas],
    }),
  );
  const [listed] = (await client.listTools()).tools;
  expect(listed?.outputSchema).toEqual({
    type: "object",
    anyOf: [
      { type: "object", ...Id, additionalProperties: false },
      { properties: { _note: { type: "string" } }, required: ["_note"] },
    ],
  });
  const { structuredContent } = await client.callTool({ name: "tool" });
  expect(structuredContent).toMatchObject({
    _note: expect.stringContaining(
      "The answer was cut after 50 bytes.",
    ) as string,
  });
});

describe("structured content", () => {
  test.each<[string, string, unknown]>([
    ["application/json", '{"a":1}', { a: 1 }],
    ["application/json", "[1]", { result: [1] }],
    ["application/json", "5", { result: 5 }],
    ["application/json", "null", { result: null }],
    ["application/json", "{ no", { result: "{ no" }],
    ["text/plain", "hi", { result: "hi" }],
    ["application/x-ndjson", "1\n2\n", { result: ["1", "2"] }],
    ["application/pdf", "x", {}],
    [
      "application/json",
      "",
      { _note: "The API answered 200 OK without a body." },
    ],
  ])("of %s %j", async (type, body, want) => {
    const api = await startUpstream((_request, response) => {
      response.setHeader("content-type", type).end(body);
    });
    const { baseUrl } = api;
    const answer = await call(toolOf(), {}, { baseUrl, stream: streams() });
    expect(structured(answer).structuredContent).toEqual(want);
  });
});

test("a declared answer that fits a message only once is refused", async () => {
  const large = { a: "x".repeat(5_000_000) };
  const tool = toolOf({ outputSchema: {}, handler: () => large });
  const service = serviceOf([tool], { features: [outputSchemas] });
  const text =
    "The answer is too large for one message (9.5 MB). Ask for less: a filter, a page, fewer fields.";
  expect(await ask(service, "tools/call", { name: "tool" })).toEqual({
    content: [{ type: "text", text }],
    isError: true,
  });
});

test("a note reaches who reads structured content alone", () => {
  const head = { status: 200, headers: {}, contentType: "application/json" };
  const of = (data: unknown) =>
    structured({ ...head, data, note: "cut" }).structuredContent;
  expect(of([1])).toEqual({ _note: "cut", result: [1] });
  expect(of({ a: 1 })).toEqual({ _note: "cut", a: 1 });
  expect(of({ _note: "the API's" })).toEqual({ _note: "the API's" });
  expect(of(undefined)).toEqual({ _note: "cut" });
});

test("a tool that declares its answers always has structured content, but for an error", () => {
  const content = [{ type: "text" as const, text: "hi" }];
  expect(structured({ content })).toEqual({
    content,
    structuredContent: { _note: "hi" },
  });
  const error = { content, isError: true };
  expect(structured(error)).toEqual(error);
});
