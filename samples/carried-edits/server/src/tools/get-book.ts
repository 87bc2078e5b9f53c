import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /books/{bookId} */
export const getBook = defineTool<operations["getBook"]>({
  name: "getBook",
  title: "Get a book",
  description: "Answers 410 for a book that was discarded.",
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      bookId: {
        type: "integer",
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
    security: [["card"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
