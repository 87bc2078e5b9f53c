import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["listBooks"];

/** GET /books */
export default defineResource<Operation>({
  uri: "resource://books",
  uriTemplate: "resource://books{?q,genre,maxPrice,inStock,after,limit}",
  mimeType: "application/json",
  name: "listBooks",
  title: "Search the shelves",
  description:
    "Search the shelves. Books in the order of their ids. Conditions are combined; without any, every book is listed.",
  tags: ["books"],
  example: {
    q: "collins",
    genre: ["mystery", "science"],
  },
  request: "GET /books",
  arguments: {
    q: {
      in: "query",
      type: "string",
      maxLength: 100,
      description: "Words to look for in title and authors, in any case.",
    },
    genre: {
      in: "query",
      type: "array",
      items: { $ref: "#/$defs/Genre" },
      minItems: 1,
      maxItems: 5,
      description: "Only these genres.",
      examples: [["mystery", "science"]],
    },
    maxPrice: {
      in: "query",
      type: "number",
      minimum: 0,
      maximum: 1000,
      description: "Highest price in euro.",
    },
    inStock: {
      in: "query",
      type: "boolean",
      description:
        "True lists what can be bought today, false what is sold out.",
    },
    after: {
      in: "query",
      type: "integer",
      minimum: 0,
      description: "Continue behind this id, the `next` of the page before.",
    },
    limit: {
      in: "query",
      type: "integer",
      minimum: 1,
      maximum: 50,
      default: 20,
      description: "Most books on one page.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
