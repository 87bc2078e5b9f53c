import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import Fastify from "fastify";
import type { FastifyRequest } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { catalogOf, connectTo } from "./planned.js";

const text = { type: "string" };
const list = { type: "array", items: text };

/** An application that says what it understood, after its own validation. */
async function createApp() {
  const app = Fastify();
  await app.register(swagger, { openapi: { openapi: "3.1.0" } });
  await app.register(multipart, { attachFieldsToBody: true });
  app.addContentTypeParser(
    ["text/plain", "application/x-www-form-urlencoded", "application/xml"],
    { parseAs: "string" },
    (_request, body, done) => done(null, body),
  );
  app.addContentTypeParser(
    "application/octet-stream",
    { parseAs: "buffer" },
    (_request, body, done) => done(null, { hex: body.toString("hex") }),
  );
  const told = ({ params, query, body, headers }: FastifyRequest) => ({
    params,
    query,
    body: body ?? null,
    trace: headers["x-trace"],
    cookie: headers.cookie,
  });
  app.get(
    "/items/:id/:name",
    {
      schema: {
        operationId: "item",
        params: {
          type: "object",
          properties: { id: { type: "integer" }, name: text },
        },
        querystring: {
          type: "object",
          properties: {
            active: { type: "boolean" },
            tags: list,
            limit: { type: "integer", maximum: 100 },
          },
        },
        headers: { type: "object", properties: { "x-trace": text } },
      },
    },
    told,
  );
  app.post(
    "/pets",
    {
      schema: {
        operationId: "pet",
        body: {
          type: "object",
          required: ["name"],
          additionalProperties: false,
          properties: {
            name: { ...text, minLength: 1 },
            tags: list,
            owner: { type: ["object", "null"], properties: { email: text } },
            kind: { anyOf: [{ type: "integer" }, list] },
          },
        },
      },
    },
    told,
  );
  const bodies = {
    plain: "text/plain",
    xml: "application/xml",
    form: "application/x-www-form-urlencoded",
    bytes: "application/octet-stream",
  };
  for (const [operationId, type] of Object.entries(bodies)) {
    const schema =
      operationId === "form"
        ? { type: "object", properties: { a: text, b: list } }
        : text;
    app.post(
      `/${operationId}`,
      {
        schema: {
          operationId,
          consumes: [type],
          body: { content: { [type]: { schema } } },
        },
        validatorCompiler: () => () => true,
      },
      told,
    );
  }
  app.post(
    "/upload",
    {
      schema: {
        operationId: "upload",
        consumes: ["multipart/form-data"],
        body: {
          type: "object",
          required: ["file"],
          properties: {
            file: { type: "string", format: "binary" },
            note: text,
          },
        },
      },
      validatorCompiler: () => () => true,
    },
    async ({ body }) => {
      // What attachFieldsToBody gives: https://github.com/fastify/fastify-multipart#parse-all-fields-and-assign-them-to-the-body
      const { file, note } = body as {
        file: {
          filename: string;
          mimetype: string;
          toBuffer(): Promise<Buffer>;
        };
        note: { value: string };
      };
      const bytes = await file.toBuffer();
      return {
        name: file.filename,
        type: file.mimetype,
        hex: bytes.toString("hex"),
        note: note.value,
      };
    },
  );
  await app.ready();
  return app;
}

const understood: [tool: string, args: object, want: object][] = [
  [
    "item",
    {
      id: 7,
      name: "a/b c?d#é",
      active: false,
      tags: ["a,b", "c&d=e +"],
      x_trace: "t 1",
    },
    {
      params: { id: 7, name: "a/b c?d#é" },
      query: { active: false, tags: ["a,b", "c&d=e +"] },
      trace: "t 1",
    },
  ],
  [
    "pet",
    { name: 'Rex "é" 😀', tags: [], owner: null, kind: 7 },
    { body: { name: 'Rex "é" 😀', tags: [], owner: null, kind: 7 } },
  ],
  [
    "pet",
    { name: "Rex", owner: { email: "a@b" }, kind: ["x"] },
    { body: { name: "Rex", owner: { email: "a@b" }, kind: ["x"] } },
  ],
  ["plain", { body: "héllo\n" }, { body: "héllo\n" }],
  ["xml", { body: "<a>é</a>" }, { body: "<a>é</a>" }],
  [
    "form",
    { a: "1&2=é", b: ["x", "y z"] },
    { body: "a=1%262%3D%C3%A9&b=x&b=y%20z" },
  ],
  ["bytes", { body: "AAEC/w==" }, { body: { hex: "000102ff" } }],
  [
    "upload",
    {
      note: "n é",
      file: { data: "AAEC/w==", filename: "é.png", contentType: "image/png" },
    },
    { name: "é.png", type: "image/png", hex: "000102ff", note: "n é" },
  ],
];

describe("Fastify understands what is sent", () => {
  let app: Awaited<ReturnType<typeof createApp>>;
  let client: Client;

  beforeAll(async () => {
    app = await createApp();
    const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
    const text = JSON.stringify(app.swagger());
    client = await connectTo(await catalogOf({ text }, { baseUrl }));
  });

  afterAll(() => app.close());

  test.each(understood)("%s %j", async (name, args, want) => {
    const { content, isError } = await client.callTool({
      name,
      arguments: { ...args },
    });
    const [block] = content as { text: string }[]; // one text block, or the test fails below
    expect(isError, block?.text).toBeUndefined();
    expect(JSON.parse(block?.text ?? "")).toMatchObject(want);
  });

  test("what it refuses is a readable error", async () => {
    const { content, isError } = await client.callTool({
      name: "item",
      arguments: { id: 7, name: "a".repeat(200) },
    });
    expect(isError).toBe(true);
    const [block] = content as { text: string }[]; // one text block, or the test fails below
    expect(block?.text).toMatch(
      /^GET \/items\/\{id\}\/\{name\} → 4\d\d .*\n\{/,
    );
  });
});
