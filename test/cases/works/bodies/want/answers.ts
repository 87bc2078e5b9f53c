// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "POST /merged": {"$ref":"#/$defs/Node"}
  },
  "$defs": {
    "Node": {"properties":{"id":{},"name":{},"secret":{},"children":{"items":{"$ref":"#/$defs/Node"}}}}
  }
}`) as Answers;
