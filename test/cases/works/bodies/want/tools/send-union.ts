import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /union */
export const sendUnion = defineTool<operations["sendUnion"]>({
  name: "sendUnion",
  title: "Send union",
  description: "POST /union",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      body: {
        $ref: "#/$defs/Pet",
      },
    },
    required: ["body"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/union",
    body: {
      contentType: "application/json",
      argument: "body",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
