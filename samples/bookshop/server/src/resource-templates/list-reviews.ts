import type { operations } from "../generated/api-types.js";
import { defineTemplate } from "../runtime/features/components/define-resource.js";

type Operation = operations["listReviews"];

/** GET /books/{bookId}/reviews */
export default defineTemplate<Operation>({
  uriTemplate: "books://{bookId}/reviews{?minStars}",
  mimeType: "application/json",
  name: "listReviews",
  title: "What readers say about a book",
  tags: ["reviews"],
  request: "GET /books/{bookId}/reviews",
  arguments: {
    bookId: { $ref: "#/arguments/bookId" },
    minStars: {
      in: "query",
      $ref: "#/$defs/Stars",
      description: "Only reviews with at least this many stars.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
