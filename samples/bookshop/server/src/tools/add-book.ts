import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addBook"];

/** POST /books */
export default defineTool<Operation>({
  name: "addBook",
  title: "Put a new book on the shelf",
  tags: ["books"],
  example: {
    isbn: "9780000000101",
    title: "The Wind in the Willows",
    authors: ["Kenneth Grahame"],
    genre: "children",
    price: 13.5,
    stock: 3,
  },
  request: "POST /books",
  body: {
    type: "object",
    required: ["isbn", "title", "authors", "genre", "price"],
    properties: {
      isbn: {
        type: "string",
        pattern: "^97[89]\\d{10}$",
        description: "ISBN-13 without hyphens.",
      },
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
      authors: {
        type: "array",
        items: {
          type: "string",
          minLength: 1,
          maxLength: 100,
        },
        minItems: 1,
        maxItems: 10,
      },
      genre: { $ref: "#/$defs/Genre" },
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
        default: 0,
        description: "Copies that can be sold.",
      },
      publishedOn: {
        type: ["string", "null"],
        format: "date",
        description: "Day of the first edition, where it is known.",
      },
    },
  },
  security: [["shopKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
