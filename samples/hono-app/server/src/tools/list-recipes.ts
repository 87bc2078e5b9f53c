import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["listRecipes"];

/** GET /recipes */
export default defineTool<Operation>({
  name: "listRecipes",
  title: "All recipes, or those that are done in time",
  annotations: { readOnlyHint: true },
  request: "GET /recipes",
  arguments: {
    maxMinutes: {
      in: "query",
      type: "number",
      exclusiveMinimum: 0,
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
