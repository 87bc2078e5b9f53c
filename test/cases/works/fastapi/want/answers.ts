// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /items/": {"items":{"$ref":"#/$defs/Item"}},
    "POST /items/": {"$ref":"#/$defs/Item"},
    "PUT /items/{item_id}": {"$ref":"#/$defs/Item"}
  },
  "statuses": {
    "POST /items/": ["201"]
  },
  "$defs": {
    "Item": {"properties":{"name":{},"kind":{},"note":{}}}
  }
}`) as Answers;
