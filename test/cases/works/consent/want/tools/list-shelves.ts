import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["listShelves"];

/** GET /shelves */
export default defineTool<Operation>({
  name: "listShelves",
  title: "List shelves",
  annotations: { readOnlyHint: true },
  request: "GET /shelves",
  async handler(args, { send }) {
    return send(args);
  },
});
