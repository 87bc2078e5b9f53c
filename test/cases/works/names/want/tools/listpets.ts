import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /b */
export const listpets = defineTool<operations["LISTPETS"]>({
  name: "LISTPETS",
  title: "Listpets",
  description: "POST /b",
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
    path: "/b",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
