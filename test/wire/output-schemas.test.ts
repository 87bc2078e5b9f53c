import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

/** What the API answers next. */
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

async function connect(outputSchemas: "lenient" | "strict"): Promise<Client> {
  const service = await plannedService(
    { text: JSON.stringify(document), outputSchemas },
    { baseUrl: api.baseUrl },
  );
  const client = await connectTo(service);
  await client.listTools(); // from then on it validates
  return client;
}

const odd: [string, unknown][] = [
  ["{}", {}],
  ['{"id":"seven","kind":null}', { id: "seven", kind: null }],
  ['{"born":12,"tags":{"0":"a"}}', { born: 12, tags: { 0: "a" } }],
  ['{"parent":[{"id":1}]}', { parent: [{ id: 1 }] }],
  ['{"parent":"Rex"}', { parent: "Rex" }],
  ["[null,{},3]", { result: [null, {}, 3] }],
  ["null", { result: null }],
  ["7", { result: 7 }],
  ["no JSON", { result: "no JSON" }],
  ["", {}],
];

describe("a lenient output schema accepts every answer", () => {
  test.each(odd)("%s", async (body, want) => {
    const client = await connect("lenient");
    answer = { body, type: "application/json", status: 200 };
    for (const name of ["one", "all"]) {
      const result = await client.callTool({ name });
      expect(result).toMatchObject({ structuredContent: want });
    }
  });

  test.each([
    ["image/png", 200],
    ["text/plain", 200],
    ["text/event-stream", 200],
    ["application/json", 500],
  ])("%s with status %i", async (type, status) => {
    const client = await connect("lenient");
    answer = { body: "data: 1\n\n", type, status };
    for (const name of ["one", "all"]) {
      const result = await client.callTool({ name });
      expect(result.isError ?? false).toBe(status === 500);
    }
  });
});

test("a strict one refuses what was not declared", async () => {
  const client = await connect("strict");
  const give = (body: string) => {
    answer = { body, type: "application/json", status: 200 };
  };
  give('{"id":7,"kind":"cat"}');
  expect(await client.callTool({ name: "one" })).toMatchObject({
    structuredContent: { id: 7, kind: "cat" },
  });
  give('[{"id":7,"kind":"cat"}]');
  expect(await client.callTool({ name: "all" })).toMatchObject({
    structuredContent: { result: [{ id: 7, kind: "cat" }] },
  });
  give("{}");
  await expect(client.callTool({ name: "one" })).rejects.toThrow(
    "does not match",
  );
});
