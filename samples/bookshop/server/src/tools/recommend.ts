import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /recommendations */
export const recommend = defineTool<operations["recommend"]>({
  name: "recommend",
  title: "Ask the bookseller what to read",
  description: [
    "The bookseller names one book after the other; each is an event of its own.",
    "",
    "Example answer: event: recommendation",
    "id: 5",
    'data: {"bookId":5,"title":"Flatland","authors":["Edwin A. Abbott"]}',
    "",
    "",
  ].join("\n"),
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      genre: {
        $ref: "#/$defs/Genre",
      },
      count: {
        description: "How many books at most.",
        type: "integer",
        minimum: 1,
        maximum: 5,
        default: 3,
      },
    },
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/recommendations",
    body: {
      contentType: "application/json",
    },
    accept: "text/event-stream",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
