import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** DELETE /pets/{petId} */
export const deletePet = defineTool<operations["deletePet"]>({
  name: "deletePet",
  title: "Take a pet out of the catalogue",
  description: [
    "Take a pet out of the catalogue",
    "",
    'Example arguments: {"petId":7}',
  ].join("\n"),
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
    },
    required: ["petId"],
    additionalProperties: false,
  },
  request: {
    method: "DELETE",
    path: "/pets/{petId}",
    parameters: {
      petId: "path",
    },
    security: [["petAuth"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
