import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /i */
export const index = defineTool<operations["index"]>({
  name: "index",
  title: "Index",
  description: "POST /i",
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
    path: "/i",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
