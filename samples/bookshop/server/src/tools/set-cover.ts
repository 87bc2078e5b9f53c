import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** PUT /books/{bookId}/cover */
export const setCover = defineTool<operations["setCover"]>({
  name: "setCover",
  title: "Send in a cover",
  description: [
    "Takes a PNG or JPEG of up to one megabyte.",
    "",
    'Example arguments: {"bookId":1}',
  ].join("\n"),
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      bookId: {
        type: "integer",
        description: "The book's id.",
        examples: [1],
      },
      image: {
        description:
          "The picture. A file: base64 text, or an object with `data` in base64, `filename` and `contentType`.",
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
      credit: {
        description: "Who made it.",
        type: "string",
        minLength: 1,
        maxLength: 100,
      },
    },
    required: ["bookId", "image"],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/CoverReceipt",
  },
  request: {
    method: "PUT",
    path: "/books/{bookId}/cover",
    parameters: {
      bookId: "path",
    },
    body: {
      contentType: "multipart/form-data",
      required: true,
      encoding: {
        image: {
          file: true,
          contentType: "image/png, image/jpeg",
        },
      },
    },
    security: [["shopKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
