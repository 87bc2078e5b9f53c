import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["search"];

/** GET /search */
export default defineTool<Operation>({
  name: "search",
  title: "Search",
  description: "Get the search.",
  annotations: { readOnlyHint: true },
  request: "GET /search",
  body: {
    properties: {
      q: { type: "string" },
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
