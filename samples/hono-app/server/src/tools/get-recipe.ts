import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /recipes/{id} */
export const getRecipe = defineTool<operations["getRecipe"]>({
  name: "getRecipe",
  title: "One recipe",
  description: ["One recipe", "", 'Example arguments: {"id":1}'].join("\n"),
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      id: {
        type: ["integer", "null"],
        examples: [1],
      },
    },
    required: ["id"],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Recipe",
  },
  request: {
    method: "GET",
    path: "/recipes/{id}",
    parameters: {
      id: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
