import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["removeBook"];

/** DELETE /books/{bookId} */
export default defineTool<Operation>({
  name: "removeBook",
  title: "Take a book off the shelf",
  description:
    "Take a book off the shelf. Its reviews and its cover go with it. Deletes data.",
  tags: ["books"],
  annotations: { idempotentHint: true },
  request: "DELETE /books/{bookId}",
  arguments: {
    bookId: { $ref: "#/arguments/bookId" },
  },
  security: [["shopKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
