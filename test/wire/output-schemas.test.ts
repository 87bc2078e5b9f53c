import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { listen } from "../runtime/upstream.js";
import { plannedService, connectTo } from "./planned.js";

const json = (schema: object) => ({
  description: "",
  content: { "application/json": { schema } },
});

const document = {
  openapi: "3.1.0",
  info: { title: "Odd", version: "1" },
  paths: {
    "/one": {
      get: {
        operationId: "one",
        responses: { 200: json({ $ref: "#/components/schemas/Pet" }) },
      },
    },
    "/all": {
      get: {
        operationId: "all",
        responses: {
          200: json({
            type: "array",
            items: { $ref: "#/components/schemas/Pet" },
          }),
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["id", "kind"],
        properties: {
          id: { type: "integer", minimum: 1 },
          kind: { enum: ["cat", "dog"] },
          born: { type: "string", format: "date" },
          parent: { $ref: "#/components/schemas/Pet" },
          tags: { type: "array", items: { type: "string" } },
        },
      },
    },
  },
};

/** Next response of the API. */
let answer: { body: string; type: string; status: number };
let api: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  api = await listen((_request, response) => {
    response
      .writeHead(answer.status, { "content-type": answer.type })
      .end(answer.body);
  });
});

afterAll(() => api.close());

async function connect(): Promise<Client> {
  const service = await plannedService(
    { text: JSON.stringify(document), outputSchemas: "typed" },
    { baseUrl: api.baseUrl },
  );
  const client = await connectTo(service);
  await client.listTools(); // from then on it validates
  return client;
}

test.each([
  "{}",
  '{"id":7,"kind":"cat"}',
  '{"id":"seven","kind":null}',
  '{"born":12,"tags":{"0":"a"}}',
  '{"parent":[{"id":1}]}',
  '{"parent":"Rex"}',
  "[null,{},3]",
  "null",
  "7",
  "no JSON",
  "",
])("a validating client gets %s", async (body) => {
  const client = await connect();
  answer = { body, type: "application/json", status: 200 };
  for (const name of ["one", "all"]) {
    const { structuredContent } = await client.callTool({ name });
    expect(structuredContent).toBeTypeOf("object");
  }
});

test.each([
  ["image/png", 200],
  ["text/plain", 200],
  ["text/event-stream", 200],
  ["application/json", 500],
])("a validating client gets %s with status %i", async (type, status) => {
  const client = await connect();
  answer = { body: "data: 1\n\n", type, status };
  for (const name of ["one", "all"]) {
    const result = await client.callTool({ name });
    expect(result.isError ?? false).toBe(status === 500);
  }
});

test("a response is structured by the document, with the rest in _unfit", async () => {
  const client = await connect();
  const of = async (name: string, body: string) => {
    answer = { body, type: "application/json", status: 200 };
    return (await client.callTool({ name })).structuredContent;
  };
  expect(await of("one", '{"id":7,"kind":"dog"}')).toEqual({
    id: 7,
    kind: "dog",
  });
  expect(await of("all", '[{"parent":null}]')).toEqual({
    result: [{ parent: null }],
  });
  expect(await of("one", '{"parent":"Rex"}')).toEqual({
    _unfit: { parent: "Rex" },
    _note:
      "Response differs from its schema (/parent: got string, expected object or null); see `_unfit`.",
  });
});
