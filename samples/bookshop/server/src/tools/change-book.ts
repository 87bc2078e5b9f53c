import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["changeBook"];

/** PATCH /books/{bookId} */
export default defineTool<Operation>({
  name: "changeBook",
  title: "Change title, price or stock",
  description: `
    Change title, price or stock. Only the fields that are given change. A subtitle of null takes the subtitle away.

    Give at least one property of the body.
  `,
  tags: ["books"],
  request: "PATCH /books/{bookId}",
  arguments: {
    bookId: {
      $ref: "#/arguments/bookId",
    },
  },
  body: {
    $ref: "#/$defs/BookChanges",
  },
  contentType: "application/merge-patch+json",
  security: [["shopKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
