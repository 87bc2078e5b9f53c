import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /books/{bookId} */
export const getBook = defineTemplate<operations["getBook"]>({
  uriTemplate: "books://{bookId}",
  name: "getBook",
  title: "One book",
  description: ["One book", "", 'Example arguments: {"bookId":1}'].join("\n"),
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    properties: {
      bookId: {
        type: "integer",
        description: "The book's id.",
        examples: [1],
      },
    },
    required: ["bookId"],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Book",
  },
  request: {
    method: "GET",
    path: "/books/{bookId}",
    parameters: {
      bookId: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
