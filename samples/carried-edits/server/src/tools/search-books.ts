import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /books */
export const searchBooks = defineTool<operations["searchBooks"]>({
  name: "searchBooks",
  title: "Search the catalogue",
  description: "Search the catalogue",
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
        description: "Words in title or author.",
      },
      shelf: {
        type: "string",
      },
      limit: {
        type: "integer",
        maximum: 50,
        default: 10,
      },
    },
    additionalProperties: false,
  },
  answer: {
    items: {
      $ref: "#/$defs/Book",
    },
  },
  request: {
    method: "GET",
    path: "/books",
    parameters: {
      q: "query",
      shelf: "query",
      limit: "query",
    },
    security: [["card"]],
  },
  async handler(args, { send }) {
    // Nobody reads more than that.
    return send({ ...args, limit: Math.min(args.limit ?? 5, 5) });
  },
});
