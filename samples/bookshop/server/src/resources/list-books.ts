import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /books */
export const listBooks = defineResource<operations["listBooks"]>({
  uri: "resource://books",
  uriTemplate: "resource://books{?q,genre,maxPrice,inStock,after,limit}",
  name: "listBooks",
  title: "Search the shelves",
  description: [
    "Books in the order of their ids. Conditions are combined; without any, every book is listed.",
    "",
    "With options: resource://books{?q,genre,maxPrice,inStock,after,limit}",
    "",
    'Example arguments: {"q":"collins","genre":["mystery","science"]}',
  ].join("\n"),
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    properties: {
      q: {
        type: "string",
        maxLength: 100,
        description: "Words to look for in title and authors, in any case.",
        examples: ["collins"],
      },
      genre: {
        type: "array",
        items: {
          $ref: "#/$defs/Genre",
        },
        minItems: 1,
        maxItems: 5,
        description: "Only these genres.",
        examples: [["mystery", "science"]],
      },
      maxPrice: {
        type: "number",
        minimum: 0,
        maximum: 1000,
        description: "Highest price in euro.",
      },
      inStock: {
        type: "boolean",
        description:
          "True lists what can be bought today, false what is sold out.",
      },
      after: {
        type: "integer",
        minimum: 0,
        description: "Continue behind this id, the `next` of the page before.",
      },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 50,
        default: 20,
        description: "Most books on one page.",
      },
    },
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/BookPage",
  },
  request: {
    method: "GET",
    path: "/books",
    parameters: {
      q: "query",
      genre: "query",
      maxPrice: "query",
      inStock: "query",
      after: "query",
      limit: "query",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
