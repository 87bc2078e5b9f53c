import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["dropBook"];

/** DELETE /shelves/{shelf}/books/{isbn} */
export default defineTool<Operation>({
  name: "dropBook",
  title: "Take a book off a shelf",
  description: "Take a book off a shelf. Deletes data.",
  annotations: { idempotentHint: true },
  confirm: "person-or-repeat",
  request: "DELETE /shelves/{shelf}/books/{isbn}",
  arguments: {
    shelf: {
      in: "path",
      type: "string",
    },
    isbn: {
      in: "path",
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
