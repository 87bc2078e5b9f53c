import type { MultipartFile } from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import type { Desk } from "./desk.js";

const params = {
  type: "object",
  properties: {
    id: { type: "integer", minimum: 1 },
    name: { type: "string" },
  },
  required: ["id", "name"],
};

export async function attachmentRoutes(
  app: FastifyInstance,
  { desk }: { desk: Desk },
): Promise<void> {
  app.put<{
    Params: { id: number; name: string };
    Body: { file: MultipartFile };
  }>(
    "/tickets/:id/attachments/:name",
    {
      schema: {
        operationId: "attachFile",
        summary: "Attach a file to a ticket",
        consumes: ["multipart/form-data"],
        params,
        body: {
          type: "object",
          properties: { file: { isFile: true } },
          required: ["file"],
        },
        response: {
          201: {
            type: "object",
            properties: {
              filename: { type: "string" },
              bytes: { type: "integer" },
            },
          },
        },
      },
    },
    async ({ body, params: { id, name } }, reply) => {
      const bytes = await body.file.toBuffer();
      desk.files.set(`${id}/${name}`, bytes);
      const { filename } = body.file;
      return reply.code(201).send({ filename, bytes: bytes.length });
    },
  );

  app.get<{ Params: { id: number; name: string } }>(
    "/tickets/:id/attachments/:name",
    {
      schema: {
        operationId: "getAttachment",
        summary: "An attachment as it was uploaded",
        produces: ["application/octet-stream"],
        params,
        response: { 200: { type: "string", format: "binary" } },
      },
    },
    async ({ params: { id, name } }, reply) => {
      const bytes = desk.files.get(`${id}/${name}`);
      if (!bytes) return reply.code(404).send({ message: "No such file." });
      return reply
        .type("application/octet-stream")
        .header(
          "content-disposition",
          `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
        .send(bytes);
    },
  );
}
