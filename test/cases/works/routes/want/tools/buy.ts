import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /orders */
export const buy = defineTool<operations["buy"]>({
  name: "buy",
  title: "Buy an item",
  description: "Orders something.",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      item: {
        type: "string",
      },
    },
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/orders",
    body: {
      contentType: "application/json",
    },
    fixed: {
      channel: "mcp",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
