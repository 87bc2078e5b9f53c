// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /recipes": {"items":{"$ref":"#/$defs/Recipe"}},
    "GET /recipes/{id}": {"$ref":"#/$defs/Recipe"},
    "POST /recipes": {"$ref":"#/$defs/Recipe"}
  },
  "statuses": {
    "POST /recipes": ["201"]
  },
  "$defs": {
    "Recipe": {"properties":{"id":{},"name":{},"minutes":{},"steps":{},"author":{}}}
  }
}`) as Answers;
