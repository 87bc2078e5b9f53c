import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addReview"];

/** POST /books/{bookId}/reviews */
export default defineTool<Operation>({
  name: "addReview",
  title: "Review a book",
  tags: ["reviews"],
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
