import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /pets/{petId} */
export const updatePetWithForm = defineTool<operations["updatePetWithForm"]>({
  name: "updatePetWithForm",
  title: "Change name and status with a form",
  description: [
    "Deprecated. For old clients; use `replacePet`.",
    "",
    'Example arguments: {"petId":7}',
  ].join("\n"),
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
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
      name: {
        type: "string",
      },
      status: {
        $ref: "#/$defs/Status",
      },
      tags: {
        type: "array",
        items: {
          type: "string",
        },
      },
    },
    required: ["petId"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/pets/{petId}",
    parameters: {
      petId: "path",
    },
    body: {
      contentType: "application/x-www-form-urlencoded",
      encoding: {
        tags: {
          style: "form",
          explode: false,
        },
      },
    },
    security: [["petAuth"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
