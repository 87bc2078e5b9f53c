import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["changeShelf"];

/** PATCH /shelves/{shelf} */
export default defineTool<Operation>({
  name: "changeShelf",
  title: "Change a shelf",
  annotations: { destructiveHint: false },
  request: "PATCH /shelves/{shelf}",
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
