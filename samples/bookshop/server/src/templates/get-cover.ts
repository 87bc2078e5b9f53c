import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /books/{bookId}/cover */
export const getCover = defineTemplate<operations["getCover"]>({
  uriTemplate: "books://{bookId}/cover{?size}",
  name: "getCover",
  title: "The cover as a picture",
  description: [
    "The picture that was sent in. For a book without one, a cover is drawn.",
    "",
    'Example arguments: {"bookId":1}',
  ].join("\n"),
  mimeType: "image/png",
  inputSchema: {
    type: "object",
    properties: {
      bookId: {
        type: "integer",
        description: "The book's id.",
        examples: [1],
      },
      size: {
        type: "string",
        enum: ["small", "large"],
        default: "small",
        description: "Size of a drawn cover.",
      },
    },
    required: ["bookId"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/books/{bookId}/cover",
    parameters: {
      bookId: "path",
      size: "query",
    },
    accept: "image/png, image/jpeg",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
