import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["list_pets"];

/** GET /pets */
export default defineTool<Operation>({
  name: "list_pets",
  title: "Find pets",
  description: "Lists all pets of the shop.",
  tags: ["read"],
  annotations: { readOnlyHint: true },
  request: "GET /pets",
  arguments: {
    limit: {
      in: "query",
      type: "integer",
    },
    tenant: {
      in: "query",
      required: true,
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
