import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["dumpRecipes"];

/** GET /recipes.ndjson */
export default defineTool<Operation>({
  name: "dumpRecipes",
  title: "All recipes, one JSON line each",
  annotations: { readOnlyHint: true },
  request: "GET /recipes.ndjson",
  accept: "application/x-ndjson, */*;q=0.5",
  async handler(args, { send }) {
    return send(args);
  },
});
