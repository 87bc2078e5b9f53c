import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** PUT /raw */
export const putRaw = defineTool<operations["putRaw"]>({
  name: "putRaw",
  title: "Put raw",
  description: "PUT /raw",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      body: {
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
    additionalProperties: false,
  },
  request: {
    method: "PUT",
    path: "/raw",
    body: {
      contentType: "application/octet-stream",
      argument: "body",
    },
    accept: "application/pdf",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
