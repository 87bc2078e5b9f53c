import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /reports/today */
export const report = defineTool<operations["report"]>({
  name: "report",
  title: "Report",
  description: "GET /reports/today",
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
    path: "/reports/today",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
