import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** PUT /pets/{petId} */
export const replacePet = defineTool<operations["replacePet"]>({
  name: "replacePet",
  title: "Replace a pet",
  description: ["Replace a pet", "", 'Example arguments: {"petId":7}'].join(
    "\n",
  ),
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      petId: {
        type: "integer",
        format: "int64",
        examples: [7],
      },
      If_Match: {
        type: "string",
        description: "The ETag of the pet as it was read.",
      },
    },
    required: ["petId", "If_Match"],
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
    method: "PUT",
    path: "/pets/{petId}",
    parameters: {
      petId: "path",
      If_Match: {
        in: "header",
        name: "If-Match",
      },
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
