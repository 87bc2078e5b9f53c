// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Schemas } from "./runtime/index.js";

/** What arguments and bodies have in common. */
export const schemas: Schemas = {
  arguments: {
    bookId: {
      in: "path",
      type: "integer",
      description: "The book's id.",
    },
  },
  $defs: {
    Genre: {
      type: "string",
      enum: ["novel", "mystery", "science", "fantasy", "children"],
    },
    Order: {
      type: "object",
      required: ["lines", "customer"],
      properties: {
        lines: {
          type: "array",
          items: {
            $ref: "#/$defs/OrderLine",
          },
          minItems: 1,
          maxItems: 20,
        },
        customer: {
          type: "object",
          required: ["name", "email"],
          properties: {
            name: {
              type: "string",
              minLength: 1,
              maxLength: 100,
            },
            email: {
              type: "string",
              format: "email",
            },
          },
        },
        giftNote: {
          type: ["string", "null"],
          minLength: 1,
          maxLength: 500,
        },
      },
    },
    OrderLine: {
      type: "object",
      required: ["bookId", "quantity"],
      properties: {
        bookId: {
          type: "integer",
          minimum: 1,
        },
        quantity: {
          type: "integer",
          minimum: 1,
          maximum: 100,
        },
      },
    },
    Stars: {
      type: "integer",
      minimum: 1,
      maximum: 5,
    },
  },
};
