import type { operations } from "../api.js";
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
    $ref: "#/$defs/Book",
  },
  security: [["shopKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
