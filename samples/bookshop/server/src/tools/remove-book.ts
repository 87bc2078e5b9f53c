import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** DELETE /books/{bookId} */
export const removeBook = defineTool<operations["removeBook"]>({
  name: "removeBook",
  title: "Take a book off the shelf",
  description: [
    "Its reviews and its cover go with it.",
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
    },
    required: ["bookId"],
    additionalProperties: false,
  },
  request: {
    method: "DELETE",
    path: "/books/{bookId}",
    parameters: {
      bookId: "path",
    },
    security: [["shopKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
