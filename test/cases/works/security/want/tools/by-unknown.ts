import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /unknown */
export const byUnknown = defineTool<operations["byUnknown"]>({
  name: "byUnknown",
  title: "By unknown",
  description: "POST /unknown",
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
    path: "/unknown",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
