import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addRecipe"];

/** POST /recipes */
export default defineTool<Operation>({
  name: "addRecipe",
  title: "Add a recipe",
  annotations: { destructiveHint: false },
  request: "POST /recipes",
  body: {
    properties: {
      name: {
        type: "string",
        minLength: 1,
      },
      minutes: {
        type: "number",
        exclusiveMinimum: 0,
      },
      steps: {
        type: "array",
        items: { type: "string" },
      },
    },
    required: ["name", "minutes"],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
