// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Schemas } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. */
export const answers: Schemas = {
  Book: {
    properties: {
      id: {},
      isbn: {},
      title: {},
      subtitle: {},
      authors: {},
      genre: {
        $ref: "#/$defs/Genre",
      },
      price: {},
      stock: {},
      publishedOn: {},
      addedAt: {},
    },
  },
  BookPage: {
    properties: {
      books: {
        items: {
          $ref: "#/$defs/Book",
        },
      },
      total: {},
      next: {},
    },
  },
  CoverReceipt: {
    properties: {
      bookId: {},
      contentType: {},
      bytes: {},
      filename: {},
      credit: {},
    },
  },
  Genre: {},
  Hours: {
    properties: {
      opens: {},
      closes: {},
    },
  },
  Order: {
    properties: {
      id: {},
      lines: {
        items: {
          $ref: "#/$defs/OrderLine",
        },
      },
      customer: {
        properties: {
          name: {},
          email: {},
        },
      },
      giftNote: {},
      total: {},
      placedAt: {},
    },
  },
  OrderLine: {
    properties: {
      bookId: {},
      quantity: {},
    },
  },
  Review: {
    properties: {
      id: {},
      bookId: {},
      stars: {
        $ref: "#/$defs/Stars",
      },
      text: {},
      reader: {},
      postedAt: {},
    },
  },
  Shop: {
    properties: {
      name: {},
      motto: {},
      books: {},
      openingHours: {
        additionalProperties: {
          anyOf: [
            {
              $ref: "#/$defs/Hours",
            },
          ],
        },
      },
    },
  },
  Stars: {},
  Stocktake: {
    properties: {
      state: {},
      shelvesCounted: {},
      booksCounted: {},
    },
  },
};
