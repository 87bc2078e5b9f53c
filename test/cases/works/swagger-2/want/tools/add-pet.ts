import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /pets */
export const addPet = defineTool<operations["addPet"]>({
  name: "addPet",
  title: "Add pet",
  description: "POST /pets",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    allOf: [
      {
        $ref: "#/$defs/Pet",
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
    body: {
      contentType: "application/json",
      required: true,
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
