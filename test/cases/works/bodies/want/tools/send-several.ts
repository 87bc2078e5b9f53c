import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /several */
export const sendSeveral = defineTool<operations["sendSeveral"]>({
  name: "sendSeveral",
  title: "Send several",
  description: "POST /several",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      a: {
        type: "string",
      },
    },
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/several",
    body: {
      contentType: "application/json",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
