import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["setCover"];

/** PUT /books/{bookId}/cover */
export default defineTool<Operation>({
  name: "setCover",
  title: "Send in a cover",
  description: "Send in a cover. Takes a PNG or JPEG of up to one megabyte.",
  tags: ["books"],
  annotations: {
    destructiveHint: false,
    idempotentHint: true,
  },
  request: "PUT /books/{bookId}/cover",
  arguments: {
    bookId: { $ref: "#/arguments/bookId" },
  },
  body: {
    properties: {
      image: {
        description:
          "The picture. A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`.",
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
      credit: {
        type: "string",
        minLength: 1,
        maxLength: 100,
        description: "Who made it.",
      },
    },
    required: ["image"],
  },
  contentType: "multipart/form-data",
  encoding: {
    image: {
      file: true,
      contentType: "image/png, image/jpeg",
    },
  },
  security: [["shopKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
