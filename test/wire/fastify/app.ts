import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import Fastify from "fastify";
import type { FastifyRequest } from "fastify";

const text = { type: "string" };
const list = { type: "array", items: text };

/** An application that says what it understood, after its own validation. */
export async function createApp() {
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
      // Fields of attachFieldsToBody:
      // https://github.com/fastify/fastify-multipart#parse-all-fields-and-assign-them-to-the-body
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
