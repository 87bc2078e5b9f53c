// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /pets": {"items":{"$ref":"#/$defs/Pet"}},
    "POST /pets": {"$ref":"#/$defs/Pet"}
  },
  "statuses": {
    "POST /pets": ["201"]
  },
  "$defs": {
    "Pet": {"properties":{"name":{},"age":{},"owner":{}}}
  }
}`) as Answers;
