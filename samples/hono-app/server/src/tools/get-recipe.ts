import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["getRecipe"];

/** GET /recipes/{id} */
export default defineTool<Operation>({
  name: "getRecipe",
  title: "One recipe",
  annotations: { readOnlyHint: true },
  request: "GET /recipes/{id}",
  arguments: {
    id: {
      in: "path",
      type: ["integer", "null"],
      description: "ID of the recipe.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
