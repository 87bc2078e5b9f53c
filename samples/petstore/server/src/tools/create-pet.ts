import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /pets */
export const createPet = defineTool<operations["createPet"]>({
  name: "createPet",
  title: "Add a pet",
  description: [
    "Add a pet",
    "",
    'Example arguments: {"name":"Biscuit","species":"dog","birthday":"2024-05-01"}',
  ].join("\n"),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      dryRun: {
        type: "boolean",
        default: false,
        description: "Only check, and store nothing.",
      },
    },
    allOf: [
      {
        $ref: "#/$defs/NewPet",
      },
    ],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Pet",
  },
  request: {
    method: "POST",
    path: "/pets",
    parameters: {
      dryRun: "query",
    },
    body: {
      contentType: "application/json",
      required: true,
    },
    security: [["petAuth"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
