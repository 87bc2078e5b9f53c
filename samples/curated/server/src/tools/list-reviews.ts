import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["listReviews"];

/** GET /books/{bookId}/reviews */
export default defineTool<Operation>({
  name: "listReviews",
  title: "What readers say about a book",
  tags: ["reviews"],
  annotations: { readOnlyHint: true },
  request: "GET /books/{bookId}/reviews",
  arguments: {
    bookId: { $ref: "#/arguments/bookId" },
    minStars: {
      in: "query",
      type: "integer",
      minimum: 1,
      maximum: 5,
      description: "Only reviews with at least this many stars.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
