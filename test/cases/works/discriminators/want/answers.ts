// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /vehicles": {"items":{"$ref":"#/$defs/Vehicle_anyOf"}},
    "POST /vehicles": {"$ref":"#/$defs/Vehicle_anyOf"}
  },
  "statuses": {
    "POST /vehicles": ["201"]
  },
  "$defs": {
    "Vehicle_anyOf": {"properties":{"kind":{},"wheels":{},"doors":{},"load":{},"top_speed":{}}}
  }
}`) as Answers;
