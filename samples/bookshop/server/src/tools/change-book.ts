import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** PATCH /books/{bookId} */
export const changeBook = defineTool<operations["changeBook"]>({
  name: "changeBook",
  title: "Change title, price or stock",
  description: [
    "Only the fields that are given change. A subtitle of null takes the subtitle away.",
    "",
    'Example arguments: {"bookId":1,"subtitle":null,"price":8.5}',
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
      bookId: {
        type: "integer",
        description: "The book's id.",
        examples: [1],
      },
    },
    required: ["bookId"],
    allOf: [
      {
        $ref: "#/$defs/BookChanges",
      },
    ],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Book",
  },
  request: {
    method: "PATCH",
    path: "/books/{bookId}",
    parameters: {
      bookId: "path",
    },
    body: {
      contentType: "application/merge-patch+json",
      required: true,
    },
    security: [["shopKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
