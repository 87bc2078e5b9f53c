import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /c */
export const getItNowPlease = defineTool<operations["get_it_now_please"]>({
  name: "get_it_now_please",
  title: "Get it now please",
  description: "POST /c",
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
    path: "/c",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
