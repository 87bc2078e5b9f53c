// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Schemas } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. */
export const answers: Schemas = {
  Book: {
    properties: {
      id: {},
      title: {},
      author: {},
      available: {},
      shelf: {},
    },
  },
  Loan: {
    properties: {
      id: {},
      book: {
        $ref: "#/$defs/Book",
      },
      due: {},
    },
  },
};
