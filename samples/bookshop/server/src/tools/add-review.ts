import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /books/{bookId}/reviews */
export const addReview = defineTool<operations["addReview"]>({
  name: "addReview",
  title: "Review a book",
  description: [
    "Review a book",
    "",
    'Example arguments: {"bookId":1,"stars":4,"text":"Kept me up until two.","reader":"Grace"}',
  ].join("\n"),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
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
    allOf: [
      {
        $ref: "#/$defs/Review",
      },
    ],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Review",
  },
  request: {
    method: "POST",
    path: "/books/{bookId}/reviews",
    parameters: {
      bookId: "path",
    },
    body: {
      contentType: "application/json",
      required: true,
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
