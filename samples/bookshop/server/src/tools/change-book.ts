import type { operations } from "../generated/api-types.js";
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
  example: {
    bookId: 1,
    subtitle: null,
    price: 8.5,
  },
  request: "PATCH /books/{bookId}",
  arguments: {
    bookId: { $ref: "#/arguments/bookId" },
  },
  body: {
    type: "object",
    minProperties: 1,
    properties: {
      title: {
        type: "string",
        minLength: 1,
        maxLength: 200,
      },
      subtitle: {
        type: ["string", "null"],
        minLength: 1,
        maxLength: 200,
      },
      price: {
        type: "number",
        minimum: 0,
        maximum: 1000,
        description: "In euro.",
      },
      stock: {
        type: "integer",
        minimum: 0,
        maximum: 10000,
        description: "Copies that can be sold.",
      },
    },
  },
  contentType: "application/merge-patch+json",
  security: [["shopKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
