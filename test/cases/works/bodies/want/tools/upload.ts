import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /upload */
export const upload = defineTool<operations["upload"]>({
  name: "upload",
  title: "Upload",
  description: "POST /upload",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
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
      meta: {
        type: "object",
        properties: {
          by: {
            type: "string",
          },
        },
      },
      pages: {
        type: "array",
        description:
          "A file: base64 text, or an object with `data` in base64, `filename` and `contentType`.",
        items: {
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
    },
    required: ["file"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/upload",
    body: {
      contentType: "multipart/form-data",
      required: true,
      encoding: {
        file: {
          file: true,
          contentType: "image/png, image/jpeg",
        },
        pages: {
          file: true,
        },
      },
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
