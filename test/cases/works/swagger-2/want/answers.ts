// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/features/known-fields.js";

/** Fields that answers have, as far as declared; others are stripped. */
export const answers: Answers = {
  operations: {
    "GET /pets": { items: { $ref: "#/$defs/Pet" } },
    "POST /pets": { $ref: "#/$defs/Pet" },
  },
  $defs: {
    Pet: { properties: { name: {}, age: {}, owner: {} } },
  },
};
