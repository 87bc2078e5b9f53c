import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["dropShelf"];

/** DELETE /shelves/{shelf} */
export default defineTool<Operation>({
  name: "dropShelf",
  title: "Delete a shelf",
  annotations: { idempotentHint: true },
  confirm: "person",
  request: "DELETE /shelves/{shelf}",
  arguments: {
    shelf: {
      in: "path",
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
