import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /search */
export const search = defineTool<operations["search"]>({
  name: "search",
  title: "Search",
  description: "GET /search",
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      q: {
        type: "string",
      },
    },
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/search",
    body: {
      contentType: "application/json",
      required: true,
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
