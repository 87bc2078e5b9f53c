import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /books */
export const addBook = defineTool<operations["addBook"]>({
  name: "addBook",
  title: "Put a new book on the shelf",
  description: [
    "Put a new book on the shelf",
    "",
    'Example arguments: {"isbn":"9780000000101","title":"The Wind in the Willows","authors":["Kenneth Grahame"],"genre":"children","price":13.5,"stock":3}',
  ].join("\n"),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    allOf: [
      {
        $ref: "#/$defs/Book",
      },
    ],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Book",
  },
  request: {
    method: "POST",
    path: "/books",
    body: {
      contentType: "application/json",
      required: true,
    },
    security: [["shopKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
