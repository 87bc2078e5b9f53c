import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["deleteBook"];

/** DELETE /books/{isbn} */
export default defineTool<Operation>({
  name: "deleteBook",
  title: "Delete a book",
  tags: ["books"],
  annotations: { idempotentHint: true },
  confirm: "isbn",
  request: "DELETE /books/{isbn}",
  arguments: {
    isbn: {
      in: "path",
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
