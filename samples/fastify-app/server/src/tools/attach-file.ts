import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** PUT /tickets/{id}/attachments/{name} */
export const attachFile = defineTool<operations["attachFile"]>({
  name: "attachFile",
  title: "Attach a file to a ticket",
  description: "Attach a file to a ticket",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      id: {
        type: "integer",
        minimum: 1,
      },
      name: {
        type: "string",
      },
      file: {
        description:
          "A file: base64 text, or an object with `data` in base64, `filename` and `contentType`.",
        anyOf: [
          {
            type: "string",
          },
          {
            type: "object",
            properties: {
              data: {
                type: "string",
              },
              filename: {
                type: "string",
              },
              contentType: {
                type: "string",
              },
            },
            required: ["data"],
          },
        ],
      },
    },
    required: ["id", "name", "file"],
    additionalProperties: false,
  },
  answer: {
    properties: {
      filename: {},
      bytes: {},
    },
  },
  request: {
    method: "PUT",
    path: "/tickets/{id}/attachments/{name}",
    parameters: {
      id: "path",
      name: "path",
    },
    body: {
      contentType: "multipart/form-data",
      required: true,
      encoding: {
        file: {
          file: true,
        },
      },
    },
    security: [["token"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
