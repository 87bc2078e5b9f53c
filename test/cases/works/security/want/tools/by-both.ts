import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /both */
export const byBoth = defineTool<operations["byBoth"]>({
  name: "byBoth",
  title: "By both",
  description: "POST /both",
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
    path: "/both",
    security: [["cookie", "oauth"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
