import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /items */
export const listItems = defineTool<operations["listItems"]>({
  name: "listItems",
  title: "List items",
  description: "GET /items",
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/items",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
