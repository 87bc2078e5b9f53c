import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /recipes */
export const listRecipes = defineTool<operations["listRecipes"]>({
  name: "listRecipes",
  title: "All recipes, or those that are done in time",
  description: "All recipes, or those that are done in time",
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      maxMinutes: {
        type: "number",
        exclusiveMinimum: 0,
      },
    },
    additionalProperties: false,
  },
  answer: {
    items: {
      $ref: "#/$defs/Recipe",
    },
  },
  request: {
    method: "GET",
    path: "/recipes",
    parameters: {
      maxMinutes: "query",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
