import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  declaredSchema,
  structuredOutput,
  toStructured,
} from "../../../../runtime/features/responses/output-schemas.js";
import { streams } from "../../../../runtime/features/responses/streams.js";
import type {
  HandlerResult,
  JsonSchema,
  Tool,
} from "../../../../runtime/index.js";
import { ask, connect, serviceOf } from "../../serving.js";
import { call, startUpstream, toolOf } from "../../upstream.js";

const A = {
  type: ["object", "null"],
  properties: { b: { $ref: "#/$defs/B" } },
};
const B = { type: ["array", "null"], items: { $ref: "#/$defs/A" } };
const outputs = {
  operations: {
    "GET /one": { $ref: "#/$defs/A", type: "object" },
    "GET /all": { $ref: "#/$defs/B" },
  },
  $defs: { A, B, Other: {} },
};

test("a listed output schema has an object at its root, and all schemas that it refers to", async () => {
  const tools = [
    toolOf({ name: "plain", request: "GET /plain" }),
    toolOf({ name: "one", request: "GET /one" }),
    toolOf({ name: "all", request: "GET /all" }),
    toolOf({ name: "own", outputSchema: { type: "object" } }),
  ];
  const service = serviceOf(tools, {
    source: { outputSchemas: outputs },
    features: [structuredOutput()],
  });
  const { client } = await connect(service);
  const listed = (await client.listTools()).tools.map(
    ({ name, outputSchema }) => [name, outputSchema],
  );
  expect(Object.fromEntries(listed)).toEqual({
    plain: undefined,
    one: { ...A, type: "object", $defs: { A, B } },
    all: {
      type: "object",
      properties: { result: { $ref: "#/$defs/B" } },
      $defs: { A, B },
    },
    own: { type: "object" },
  });
});

test("a server without tools lists no output schemas", () => {
  const { handlers } = serviceOf([], { features: [structuredOutput()] });
  expect(handlers).toEqual({});
});

const pet = {
  type: "object",
  properties: { id: { type: ["integer", "null"] } },
};
const list = { type: ["array", "null"], items: pet };

const says = (what: string) =>
  `Response differs from its schema (${what}); see \`_unfit\`.`;

const DIGITS = "Integers beyond 2^53 are strings of digits; see `_result`.";

test.each<[JsonSchema, number, string, string, unknown, string?]>([
  [pet, 200, "application/json", '{"id":7,"new":1}', { id: 7, new: 1 }],
  [pet, 200, "application/json", '{"id":null}', { id: null }],
  [
    pet,
    200,
    "application/json",
    '{"id":"7"}',
    {
      _unfit: { id: "7" },
      _note: says("/id: got string, expected integer or null"),
    },
  ],
  [
    pet,
    200,
    "application/json",
    '{"id":90071992547409930}', // which JavaScript can't hold, and so is a text
    { _result: { id: "90071992547409930" }, _note: DIGITS },
  ],
  [
    pet,
    200,
    "application/json",
    "[1]",
    { _unfit: [1], _note: says("got array, expected object") },
  ],
  [
    pet,
    200,
    "text/plain",
    "hi",
    { _unfit: "hi", _note: says("got string, expected object") },
  ],
  [list, 200, "application/json", '[{"id":1}]', { result: [{ id: 1 }] }],
  [
    list,
    200,
    "application/json",
    '[{"id":1.5}]',
    {
      _unfit: [{ id: 1.5 }],
      _note: says("/result/0/id: got number, expected integer or null"),
    },
  ],
  [
    list,
    200,
    "application/json",
    "{ no",
    {
      _unfit: "{ no",
      _note: says("/result: got string, expected array or null"),
    },
  ],
  [
    pet,
    200,
    "application/json",
    "null",
    { _unfit: null, _note: says("got null, expected object") },
  ],
  [list, 200, "application/json", "null", { result: null }],
  [pet, 204, "application/json", "", {}],
  [
    list,
    201,
    "application/json",
    "",
    { _note: "The API responded with 201 Created and no body." },
  ],
  [pet, 200, "application/pdf", "x", {}],
  [pet, 500, "application/json", "{}", undefined],
])(
  "a validating client accepts the response for %j: %i %s %j",
  async (outputSchema, status, type, body, want) => {
    const { baseUrl } = await startUpstream((_request, response) => {
      response.writeHead(status, { "content-type": type }).end(body);
    });
    const operations = { "GET /": outputSchema };
    const { client } = await connect(
      serviceOf([toolOf({ request: "GET /" })], {
        client: { baseUrl },
        source: { outputSchemas: { operations, $defs: {} } },
        features: [structuredOutput()],
      }),
    );
    await client.listTools(); // from then on it validates
    const result = await client.callTool({ name: "tool" });
    expect(result.structuredContent).toEqual(want);
    expect(JSON.stringify(result.content)).not.toMatch(/_unfit|_note/);
    expect(result.isError ?? false).toBe(status === 500);
  },
);

test("a truncated response matches its schema, even if all properties have a type", async () => {
  const map = { type: "object", additionalProperties: { type: "integer" } };
  const { baseUrl } = await startUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`[${"1,".repeat(99)}1]`);
  });
  const { client } = await connect(
    serviceOf([toolOf({ outputSchema: map })], {
      client: { baseUrl, maxResponseBytes: 50 },
      features: [structuredOutput()],
    }),
  );
  const [listed] = (await client.listTools()).tools;
  const properties = { result: map };
  expect(listed?.outputSchema).toEqual({ type: "object", properties });
  const { content, structuredContent } = await client.callTool({
    name: "tool",
  });
  expect(structuredContent).toMatchObject({
    _unfit: expect.stringContaining("[1,1") as string,
    _note: expect.stringMatching(
      /^The response was cut after 50 bytes\..*\nResponse differs/s,
    ) as string,
  });
  expect(content).toEqual([
    { type: "text", text: expect.stringMatching(/^\[1,1/) as string },
    {
      type: "text",
      text: expect.stringMatching(/^The response was cut/) as string,
    },
  ]);
});

test("a truncated text that fits a message only once is in the content alone", async () => {
  const { baseUrl } = await startUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`{"id":"${"\\n".repeat(3_000_000)}"}`);
  });
  const { client } = await connect(
    serviceOf([toolOf({ outputSchema: pet })], {
      client: { baseUrl },
      features: [structuredOutput()],
    }),
  );
  await client.listTools();
  const result = await client.callTool({ name: "tool" });
  const note = "The response was cut after 4 MB.";
  expect(result.content).toEqual([
    { type: "text", text: expect.stringMatching(/^\{"id":"/) as string },
    { type: "text", text: expect.stringContaining(note) as string },
  ]);
  expect(result.structuredContent).toEqual({
    _note: expect.stringContaining(note) as string,
  });
  expect(result.isError).toBeUndefined();
});

describe("structured content", () => {
  test.each<[string, string, unknown]>([
    ["application/json", '{"a":1}', { result: { a: 1 } }],
    ["application/json", "5", { result: 5 }],
    ["application/json", "null", { result: null }],
    ["application/x-ndjson", "1\n2\n", { result: ["1", "2"] }],
  ])("of %s is %j", async (type, body, want) => {
    const api = await startUpstream((_request, response) => {
      response.setHeader("content-type", type).end(body);
    });
    const { baseUrl } = api;
    const answer = await call(toolOf(), {}, { baseUrl, stream: streams() });
    const any = declaredSchema({ $ref: "#/$defs/Any" }, { Any: {} });
    expect(toStructured(answer, any, "response").content).toEqual(want);
  });
});

test("a declared response that fits a message only once is refused", async () => {
  const large = { a: "x".repeat(5_000_000) };
  const outputSchema = { type: "object" };
  const tool = toolOf({ outputSchema, handler: () => large });
  const service = serviceOf([tool], { features: [structuredOutput()] });
  const text =
    "The response is too large for one message (9.5 MB). Ask for less: use a filter, a page or fewer fields.";
  expect(await ask(service, "tools/call", { name: "tool" })).toEqual({
    content: [{ type: "text", text }],
    isError: true,
  });
});

test("contains a note for programs, before a note of the API", () => {
  const head = { status: 200, headers: {}, contentType: "application/json" };
  const of = (data: unknown, type: string) =>
    toStructured(
      { ...head, data, note: "cut" },
      declaredSchema({ type }, {}),
      "response",
    );
  expect(of([1], "array").content).toEqual({ _note: "cut", result: [1] });
  expect(of({ a: 1 }, "object").content).toEqual({ _note: "cut", a: 1 });
  expect(of({ _note: "the API's" }, "object").content).toEqual({
    _note: "cut\nthe API's",
  });
  expect(of(undefined, "object").content).toEqual({ _note: "cut" });
});

const OWN = "See `_result`: returned by this server's own handler.";

test.each<[string, unknown, object | undefined]>([
  [
    "a whole result without structured content",
    { content: [{ type: "text", text: "hi" }] },
    { _note: "hi" },
  ],
  ["an error", { content: [], isError: true }, undefined],
  [
    "a whole result of another shape",
    { content: [], structuredContent: { id: "7" } },
    { _result: { id: "7" }, _note: OWN },
  ],
  ["a text", "hi", { _result: "hi", _note: OWN }],
  ["an object of the document's shape", { id: 7, more: 1 }, { id: 7, more: 1 }],
  ["nothing", undefined, {}],
])(
  "%s from a handler is described without naming the API",
  (_what, value, want) => {
    const given = value as HandlerResult;
    expect(
      toStructured(given, declaredSchema(pet, {}), "handler").content,
    ).toEqual(want);
  },
);

test("a handler's result is validated by the schema of its module", () => {
  const of = (value: HandlerResult) =>
    toStructured(value, { ...declaredSchema(list, {}), isOwn: true }, "handler")
      .content;
  expect(of([{ id: 1 }])).toEqual({ result: [{ id: 1 }] });
  expect(of(["tea"])).toEqual({
    _unfit: ["tea"],
    _note:
      "Response differs from the outputSchema of its tool (/result/0: got string, expected object); see `_unfit`.",
  });
});

test.each<[string, Tool["handler"], object, boolean]>([
  [
    "its response",
    (args, { send }) => send(args),
    { _unfit: ["tea"], _note: says("/result/0: got string, expected object") },
    false,
  ],
  [
    "the data of its response",
    async (args, { send }) => (await send(args)).data as object,
    { _unfit: ["tea"], _note: says("/result/0: got string, expected object") },
    false,
  ],
  [
    "a copy of its response with a note",
    async (args, { send }) => ({ ...(await send(args)), note: "Fresh." }),
    {
      _unfit: ["tea"],
      _note: `Fresh.\n${says("/result/0: got string, expected object")}`,
    },
    false,
  ],
  [
    "another value",
    async (args, { send }) => [...((await send(args)).data as string[])],
    { _result: ["tea"], _note: OWN },
    true,
  ],
  [
    "the response of another operation",
    (_args, { call }) => call(toolOf({ request: "GET /other" }), {}),
    { _result: ["tea"], _note: OWN },
    true,
  ],
])(
  "a handler that returns %s is reported in the log once",
  async (_what, handler, want, isTold) => {
    const { baseUrl } = await startUpstream((_request, response) => {
      response.setHeader("content-type", "application/json").end('["tea"]');
    });
    const operations = { "GET /": list };
    const service = serviceOf([toolOf({ request: "GET /", handler })], {
      client: { baseUrl },
      source: { outputSchemas: { operations, $defs: {} } },
      features: [structuredOutput()],
    });
    const { client, lines } = await connect(service);
    await client.listTools();
    for (let times = 0; times < 2; times += 1) {
      const result = await client.callTool({ name: "tool" });
      expect(result.structuredContent).toEqual(want);
      const [text] = result.content as { text: string }[];
      expect(text).toEqual({ type: "text", text: '["tea"]' });
    }
    const told = lines
      .map((line) => JSON.parse(line) as JsonSchema)
      .filter(({ event }) => event === "reshaped");
    const hint =
      'The handler returns a different shape than the document declares. Add this line to its module: outputSchema: {"type":"array","items":{"type":"string"}},';
    expect(told).toMatchObject(isTold ? [{ name: "tool", hint }] : []);
  },
);

/** Schemas of the keywords that types of responses are made of. */
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonSchema>(
      { type: ["string", "null"] },
      { type: ["integer", "null"] },
      { type: ["number", "string", "null"] },
      { $ref: "#/$defs/Tree" },
      {},
    ),
    tie("schema").map((items) => ({ type: ["array", "null"], items })),
    fc
      .dictionary(fc.constantFrom("a", "b", "_note"), tie("schema"))
      .map((properties) => ({ type: ["object", "null"], properties })),
    tie("schema").map((additionalProperties) => ({
      type: ["object", "null"],
      additionalProperties,
    })),
    fc
      .array(tie("schema"), { minLength: 1, maxLength: 2 })
      .map((anyOf) => ({ anyOf })),
    fc
      .array(tie("schema"), { minLength: 1, maxLength: 2 })
      .map((allOf) => ({ allOf })),
  ),
}));
const Tree = {
  type: ["object", "null"],
  properties: { a: { $ref: "#/$defs/Tree" }, b: { type: ["string", "null"] } },
};
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, 1, 1.5, "x", true),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value")),
  ),
}));

test("a client gets every response, and a valid one has no remark", () => {
  const ajv = new Ajv2020({ strict: false });
  fc.assert(
    fc.property(
      anySchema,
      fc.boolean(),
      anyValue,
      fc.constantFrom("", "cut"),
      (schema, isObject, data, note) => {
        const root = { ...schema, ...(isObject && { type: "object" }) };
        const said = declaredSchema(root, { Tree });
        const head = { status: 200, headers: {}, contentType: "text/json" };
        const answer = { ...head, data, ...(note && { note }) };
        const { content } = toStructured(answer, said, "response");
        const accepts = ajv.compile(said.schema);
        expect(accepts(content)).toBe(true);
        const isFit = ajv.compile({ ...root, $defs: { Tree } })(data);
        if (!note) expect("_unfit" in (content ?? {})).toBe(!isFit);
      },
    ),
    { numRuns: 150 },
  );
});

test("nested alternatives are validated in bounded time", () => {
  const Node = (other: string) => ({
    type: ["object", "null"],
    properties: { next: { $ref: "#/$defs/Any" }, end: { type: other } },
  });
  const Any = { anyOf: [{ $ref: "#/$defs/One" }, { $ref: "#/$defs/Two" }] };
  const $defs = { Any, One: Node("string"), Two: Node("boolean") };
  let data: unknown = { end: 1 };
  for (let depth = 0; depth < 60; depth += 1) data = { next: data };
  const said = declaredSchema({ $ref: "#/$defs/One", type: "object" }, $defs);
  const { content } = toStructured(data as object, said, "response");
  expect(content).toMatchObject({ _unfit: data });
});

test.each([
  ["a text", '"all is shown"', "5 of 9 items are shown.\nall is shown"],
  ["an object", '{"toString":1}', '5 of 9 items are shown.\n{"toString":1}'],
])(
  "a _note of the API, %s, is kept beside the server's",
  (_name, own, want) => {
    const data: unknown = JSON.parse(`{"id":7,"_note":${own}}`);
    const note = "5 of 9 items are shown.";
    const answer = {
      status: 200,
      headers: {},
      contentType: "application/json",
    };
    const type = { type: "object", properties: { id: { type: "integer" } } };
    const { content } = toStructured(
      { ...answer, data, note },
      declaredSchema(type, {}),
      "response",
    );
    expect(content).toEqual({ id: 7, _note: want });
  },
);
