import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /d */
export const postD = defineTool<operations["post_d"]>({
  name: "post_d",
  title: "Finds dogs",
  description: "Finds dogs",
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
    path: "/d",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
