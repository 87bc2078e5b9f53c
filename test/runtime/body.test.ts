import { describe, expect, test } from "vitest";
import { form } from "../../runtime/features/bodies/form.js";
import { jsonLines } from "../../runtime/features/bodies/json-lines.js";
import type { Args, BodyWriter, Tool } from "../../runtime/index.js";
import { call, startUpstream, toolOf } from "./upstream.js";

const whole: Partial<Tool> = { arguments: { body: { in: "body" } } };

/** The body and content type that was on the wire. */
async function send(
  tool: Partial<Tool>,
  args: Args,
  bodies: readonly BodyWriter[] = [],
) {
  const { baseUrl, received } = await startUpstream();
  await call(toolOf({ request: "POST /", ...tool }), args, { baseUrl, bodies });
  const [request] = received;
  return { type: request?.headers["Content-Type"], body: request?.body };
}

describe("a JSON body", () => {
  const fields: Partial<Tool> = { body: {} };
  const optional = { bodyRequired: false };
  test.each<[string, Partial<Tool>, Args, string | undefined]>([
    [
      "properties, an explicit null among them",
      fields,
      { a: 1, b: null, c: undefined, d: [] },
      '{"a":1,"b":null,"d":[]}',
    ],
    [
      "other names on the wire",
      { ...fields, names: { id_body: "id" } },
      { id_body: 1 },
      '{"id":1}',
    ],
    [
      "no parameters",
      { ...fields, arguments: { q: { in: "query" } } },
      { q: 1, a: 2 },
      '{"a":2}',
    ],
    ["fixed ones", { ...fields, fixed: { b: 2 } }, { a: 1 }, '{"a":1,"b":2}'],
    ["an object as a whole", whole, { body: { a: {} } }, '{"a":{}}'],
    ["an array", whole, { body: [1, "x"] }, '[1,"x"]'],
    ["a string, with its quotes", whole, { body: "123" }, '"123"'],
    ["a number", whole, { body: 0 }, "0"],
    ["false", whole, { body: false }, "false"],
    ["null", { ...whole, ...optional }, { body: null }, "null"],
    ["nothing", { ...fields, ...optional }, {}, undefined],
    ["nothing for the whole", { ...whole, ...optional }, {}, undefined],
    ["{} for a required body", fields, {}, "{}"],
    ["null for a required whole", whole, { body: null }, "null"],
    ["{} for a required whole", whole, {}, "{}"],
    [
      "text beyond ASCII",
      whole,
      { body: "é" },
      Buffer.from('"é"').toString("latin1"),
    ],
  ])("%s", async (_case, tool, args, want) => {
    expect(await send(tool, args)).toEqual({
      type: want === undefined ? undefined : "application/json",
      body: want ?? "",
    });
  });

  test("has a property named __proto__", async () => {
    const args = JSON.parse('{"__proto__":{"x":1}}') as Args;
    expect((await send(fields, args)).body).toBe('{"__proto__":{"x":1}}');
  });
});

describe("a text body", () => {
  test.each<[string, unknown, string]>([
    ["application/merge-patch+json; charset=utf-8", { a: null }, '{"a":null}'],
    ["application/vnd.api+json", { a: 1 }, '{"a":1}'],
    ["text/plain", "hi", "hi"],
    ["text/plain", 5, "5"],
    ["text/csv; header=present", "a,b\n1,2", "a,b\n1,2"],
    ["application/xml", "<a/>", "<a/>"],
    ["application/soap+xml", "<a/>", "<a/>"],
  ])("%s", async (contentType, body, want) => {
    const sent = await send({ ...whole, contentType }, { body });
    expect(sent).toEqual({ type: contentType, body: want });
  });

  test("of XML can't be an object", async () => {
    const tool = { ...whole, contentType: "text/xml" };
    await expect(send(tool, { body: { a: 1 } })).rejects.toThrow(
      "The body is XML. Pass it as a string.",
    );
  });
});

describe("a content type that needs a writer", () => {
  const contentType = "application/x-www-form-urlencoded; charset=utf-8";
  const tool = { body: {}, contentType, encoding: { a: { explode: true } } };

  test("is refused without one", async () => {
    await expect(send(tool, { a: 1 })).rejects.toThrow(
      'POST /: this server can\'t write application/x-www-form-urlencoded. Its owner can add a feature for it: see "toolwright add --help".',
    );
  });

  test("is written by the first writer that accepts it", async () => {
    const writer = (taken: RegExp): BodyWriter => ({
      accepts: (type) => taken.test(type),
      write: (value, how) => ({
        contentType: "x/y",
        bytes: Buffer.from(`${taken.source} ${JSON.stringify([value, how])}`),
      }),
    });
    const bodies = [writer(/pdf$/), writer(/urlencoded$/), writer(/./)];
    expect(await send(tool, { a: 1 }, bodies)).toEqual({
      type: "x/y",
      body: `urlencoded$ ${JSON.stringify([{ a: 1 }, { contentType, encoding: tool.encoding }])}`,
    });
  });
});

test.each<[string, readonly BodyWriter[], string]>([
  ["application/json", [], '{"items":[{"price":{"amount":{"value":5}}}]}'],
  [
    "application/x-www-form-urlencoded",
    [form],
    "items%5B0%5D%5Bprice%5D%5Bamount%5D%5Bvalue%5D=5",
  ],
  [
    "application/x-ndjson",
    [jsonLines],
    '{"items":[{"price":{"amount":{"value":5}}}]}\n',
  ],
])(
  "JSON text is the object that the schema wants, at any depth, in %s",
  async (contentType, bodies, body) => {
    const object = (properties: object) => ({ type: "object", properties });
    const price = object({ amount: object({ value: { type: "integer" } }) });
    const items = { type: "array", items: object({ price }) };
    const tool = { body: object({ items }), contentType };
    const args = { items: [{ price: '{"amount":"{\\"value\\":5}"}' }] };
    expect(await send(tool, args, bodies)).toEqual({ type: contentType, body });
  },
);

test.each(["GET", "DELETE", "QUERY"])("%s sends its body", async (method) => {
  const { baseUrl, received } = await startUpstream();
  const tool = toolOf({ request: `${method} /`, body: {} });
  await call(tool, { a: 1 }, { baseUrl });
  expect(received[0]).toMatchObject({ method, body: '{"a":1}' });
});

test("a request without a body has no content type, even a POST", async () => {
  const { baseUrl, received } = await startUpstream();
  await call(toolOf({ request: "POST /" }), {}, { baseUrl });
  expect(received[0]?.headers).not.toHaveProperty("Content-Type");
  expect(received[0]?.headers["Content-Length"]).toBe("0");
});
