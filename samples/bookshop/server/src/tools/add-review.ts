import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addReview"];

/** POST /books/{bookId}/reviews */
export default defineTool<Operation>({
  name: "addReview",
  title: "Review a book",
  tags: ["reviews"],
  example: {
    bookId: 1,
    stars: 4,
    text: "Kept me up until two.",
    reader: "Grace",
  },
  annotations: {
    destructiveHint: false,
  },
  request: "POST /books/{bookId}/reviews",
  arguments: {
    bookId: {
      $ref: "#/arguments/bookId",
    },
  },
  body: {
    $ref: "#/$defs/Review",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
