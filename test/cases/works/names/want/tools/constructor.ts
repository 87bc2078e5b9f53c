import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /h */
export const constructor = defineTool<operations["constructor"]>({
  name: "constructor",
  title: "Constructor",
  description: "POST /h",
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
    path: "/h",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
