import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addReview"];

/** POST /books/{bookId}/reviews */
export default defineTool<Operation>({
  name: "addReview",
  title: "Review a book",
  tags: ["reviews"],
  annotations: { destructiveHint: false },
  request: "POST /books/{bookId}/reviews",
  arguments: {
    bookId: { $ref: "#/arguments/bookId" },
  },
  body: {
    type: "object",
    required: ["stars", "text"],
    properties: {
      stars: { $ref: "#/$defs/Stars" },
      text: {
        type: "string",
        minLength: 1,
        maxLength: 2000,
      },
      reader: {
        type: ["string", "null"],
        minLength: 1,
        maxLength: 80,
        description: "A first name; null for those who would rather not say.",
      },
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
