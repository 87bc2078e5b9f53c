import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /pets/findByStatus */
export const findPetsByStatus = defineTool<operations["findPetsByStatus"]>({
  name: "findPetsByStatus",
  title: "Find pets by status",
  description: [
    "Find pets by status",
    "",
    'Example arguments: {"status":["available"]}',
  ].join("\n"),
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      status: {
        type: "array",
        minItems: 1,
        items: {
          $ref: "#/$defs/Status",
        },
        description: "One status or several.",
        examples: [["available"]],
      },
    },
    required: ["status"],
    additionalProperties: false,
  },
  answer: {
    items: {
      $ref: "#/$defs/Pet",
    },
  },
  request: {
    method: "GET",
    path: "/pets/findByStatus",
    parameters: {
      status: "query",
    },
    security: [["apiKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
