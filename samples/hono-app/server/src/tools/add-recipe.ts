import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /recipes */
export const addRecipe = defineTool<operations["addRecipe"]>({
  name: "addRecipe",
  title: "Add a recipe",
  description: "Add a recipe",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
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
        items: {
          type: "string",
        },
      },
    },
    required: ["name", "minutes"],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Recipe",
  },
  request: {
    method: "POST",
    path: "/recipes",
    body: {
      contentType: "application/json",
      required: true,
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
