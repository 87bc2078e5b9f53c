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
    orderId: {
      in: "path",
      type: "integer",
      description: "The order's id.",
    },
  },
  $defs: {
    Book: {
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
        genre: {
          $ref: "#/$defs/Genre",
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
    BookChanges: {
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
    Review: {
      type: "object",
      required: ["stars", "text"],
      properties: {
        stars: {
          $ref: "#/$defs/Stars",
        },
        text: {
          type: "string",
          minLength: 1,
          maxLength: 2000,
        },
        reader: {
          type: ["string", "null"],
          minLength: 1,
          maxLength: 80,
          description: "A first name; null for those who would rather not say.",
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
