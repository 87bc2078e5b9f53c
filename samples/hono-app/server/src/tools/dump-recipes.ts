import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /recipes.ndjson */
export const dumpRecipes = defineTool<operations["dumpRecipes"]>({
  name: "dumpRecipes",
  title: "All recipes, one JSON line each",
  description: "All recipes, one JSON line each",
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/recipes.ndjson",
    accept: "application/x-ndjson",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
