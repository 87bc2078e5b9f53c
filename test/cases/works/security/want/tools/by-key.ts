import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /default */
export const byKey = defineTool<operations["byKey"]>({
  name: "byKey",
  title: "By key",
  description: "POST /default",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/default",
    security: [["key"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
