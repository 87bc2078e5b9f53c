import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["getBook"];

/** GET /books/{bookId} */
export default defineTool<Operation>({
  name: "getBook",
  title: "Get a book",
  description: "Get a book. Answers 410 for a book that was discarded.",
  annotations: { readOnlyHint: true },
  request: "GET /books/{bookId}",
  arguments: {
    bookId: {
      in: "path",
      type: "integer",
      description: "ID of the book.",
    },
  },
  security: [["card"]],
  async handler(args, { send }) {
    return send(args);
  },
});
