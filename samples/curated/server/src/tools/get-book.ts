import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["getBook"];

/** GET /books/{bookId} */
export default defineTool<Operation>({
  name: "getBook",
  title: "One book",
  tags: ["books"],
  annotations: { readOnlyHint: true },
  request: "GET /books/{bookId}",
  arguments: {
    bookId: { $ref: "#/arguments/bookId" },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
