import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /bad-pattern */
export const badPattern = defineTool<operations["badPattern"]>({
  name: "badPattern",
  title: "Bad pattern",
  description: "POST /bad-pattern",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      a: {
        type: "string",
      },
    },
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/bad-pattern",
    parameters: {
      a: "query",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
