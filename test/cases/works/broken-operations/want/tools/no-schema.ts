import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /no-schema */
export const noSchema = defineTool<operations["noSchema"]>({
  name: "noSchema",
  title: "No schema",
  description: "POST /no-schema",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      body: {
        description: "Any value.",
      },
    },
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/no-schema",
    body: {
      contentType: "application/json",
      argument: "body",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
