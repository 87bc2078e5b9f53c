import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /array */
export const sendArray = defineTool<operations["sendArray"]>({
  name: "sendArray",
  title: "Send array",
  description: "POST /array",
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
        type: "array",
        items: {
          $ref: "#/$defs/Node",
        },
      },
    },
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/array",
    body: {
      contentType: "application/json",
      argument: "body",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
