import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["attachFile"];

/** PUT /tickets/{id}/attachments/{name} */
export default defineTool<Operation>({
  name: "attachFile",
  title: "Attach a file to a ticket",
  annotations: {
    destructiveHint: false,
    idempotentHint: true,
  },
  request: "PUT /tickets/{id}/attachments/{name}",
  arguments: {
    id: {
      in: "path",
      type: "integer",
      minimum: 1,
      description: "ID of the ticket.",
    },
    name: {
      in: "path",
      type: "string",
    },
  },
  body: {
    properties: {
      file: {
        description:
          "A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`.",
        anyOf: [
          {
            type: "string",
            contentEncoding: "base64",
          },
          {
            type: "object",
            properties: {
              data: {
                type: "string",
                contentEncoding: "base64",
              },
              filename: { type: "string" },
              contentType: {
                type: "string",
                pattern: "^[\\w.+-]+/[\\w.+-]+",
              },
            },
            required: ["data"],
            additionalProperties: false,
          },
          {
            type: "object",
            properties: {
              text: { type: "string" },
              filename: { type: "string" },
              contentType: {
                type: "string",
                pattern: "^[\\w.+-]+/[\\w.+-]+",
              },
            },
            required: ["text"],
            additionalProperties: false,
          },
        ],
      },
    },
    required: ["file"],
  },
  contentType: "multipart/form-data",
  encoding: {
    file: { file: true },
  },
  security: [["token"]],
  async handler(args, { send }) {
    return send(args);
  },
});
