import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /none */
export const byNobody = defineTool<operations["byNobody"]>({
  name: "byNobody",
  title: "By nobody",
  description: "POST /none",
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
    path: "/none",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
