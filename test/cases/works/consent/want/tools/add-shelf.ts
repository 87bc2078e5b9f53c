import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addShelf"];

/** POST /shelves */
export default defineTool<Operation>({
  name: "addShelf",
  title: "Add a shelf",
  annotations: { destructiveHint: false },
  request: "POST /shelves",
  async handler(args, { send }) {
    return send(args);
  },
});
