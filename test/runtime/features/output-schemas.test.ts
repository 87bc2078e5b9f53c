import { expect, test } from "vitest";
import { outputSchemas } from "../../../runtime/features/output-schemas.js";
import { connect, serviceOf } from "../serving.js";
import { startUpstream, toolOf } from "../upstream.js";

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
    api: { outputs },
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
  expect(() => serviceOf(tools, { api: { outputs }, features })).not.toThrow();
});

test("a server without tools has nothing to list", () => {
  const { handlers } = serviceOf([], {
    api: { outputs },
    features: [outputSchemas],
  });
  expect(handlers).toEqual({});
});

test.each([
  [200, "application/json", "[1]", { result: [1] }],
  [200, "text/plain", "hi", { result: "hi" }],
  [204, "application/json", "", {}],
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
        api: { outputs },
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
      api: { outputs: { Id } },
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
