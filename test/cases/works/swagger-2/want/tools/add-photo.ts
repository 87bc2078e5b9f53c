import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /pets/{id}/photo */
export const addPhoto = defineTool<operations["addPhoto"]>({
  name: "addPhoto",
  title: "Add photo",
  description: "POST /pets/{id}/photo",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      id: {
        type: "integer",
      },
      photo: {
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
      caption: {
        type: "string",
      },
    },
    required: ["id", "photo"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/pets/{id}/photo",
    parameters: {
      id: "path",
    },
    body: {
      contentType: "multipart/form-data",
      required: true,
      encoding: {
        photo: {
          file: true,
        },
      },
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
