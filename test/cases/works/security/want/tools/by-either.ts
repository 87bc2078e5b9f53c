import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /either */
export const byEither = defineTool<operations["byEither"]>({
  name: "byEither",
  title: "By either",
  description: "POST /either",
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
    path: "/either",
    security: [["basic"], ["token"], []],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
