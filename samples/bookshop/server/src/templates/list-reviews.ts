import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /books/{bookId}/reviews */
export const listReviews = defineTemplate<operations["listReviews"]>({
  uriTemplate: "books://{bookId}/reviews{?minStars}",
  name: "listReviews",
  title: "What readers say about a book",
  description: [
    "What readers say about a book",
    "",
    'Example arguments: {"bookId":1}',
  ].join("\n"),
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    properties: {
      bookId: {
        type: "integer",
        description: "The book's id.",
        examples: [1],
      },
      minStars: {
        $ref: "#/$defs/Stars",
        description: "Only reviews with at least this many stars.",
      },
    },
    required: ["bookId"],
    additionalProperties: false,
  },
  answer: {
    items: {
      $ref: "#/$defs/Review",
    },
  },
  request: {
    method: "GET",
    path: "/books/{bookId}/reviews",
    parameters: {
      bookId: "path",
      minStars: "query",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
