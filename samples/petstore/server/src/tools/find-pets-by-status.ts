import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["findPetsByStatus"];

/** GET /pets/findByStatus */
export default defineTool<Operation>({
  name: "findPetsByStatus",
  title: "Find pets by status",
  tags: ["pets"],
  example: {
    status: ["available"],
  },
  annotations: { readOnlyHint: true },
  request: "GET /pets/findByStatus",
  arguments: {
    status: {
      in: "query",
      required: true,
      type: "array",
      minItems: 1,
      items: { $ref: "#/$defs/Status" },
      description: "One status or several.",
      examples: [["available"]],
    },
  },
  security: [["apiKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
