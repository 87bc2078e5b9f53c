import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["findBooks"];

/** GET /books */
export default defineTool<Operation>({
  name: "findBooks",
  title: "Search the shelves",
  description:
    "Search the shelves. Books in the order of their ids. Conditions are combined; without any, every book is listed.",
  tags: ["books"],
  example: {
    q: "collins",
    genre: ["mystery", "science"],
  },
  annotations: { readOnlyHint: true },
  request: "GET /books",
  arguments: {
    q: {
      in: "query",
      type: "string",
      maxLength: 100,
      description: "A word of a title, or an author.",
    },
    genre: {
      in: "query",
      type: "array",
      items: {
        type: "string",
        enum: ["novel", "mystery", "science", "fantasy", "children"],
      },
      minItems: 1,
      maxItems: 5,
      description: "Only these genres.",
      examples: [["mystery", "science"]],
    },
    inStock: { in: "query" },
    limit: {
      in: "query",
      type: "integer",
      minimum: 1,
      maximum: 50,
      default: 20,
      description: "Most books on one page.",
    },
  },
  fixed: { inStock: true },
  async handler(args, { send }) {
    return send(args);
  },
});
