// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /tickets": {"items":{"$ref":"#/$defs/Ticket"}},
    "GET /tickets/{id}": {"$ref":"#/$defs/Ticket"},
    "POST /tickets": {"$ref":"#/$defs/Ticket"},
    "PUT /tickets/{id}/attachments/{name}": {"properties":{"filename":{},"bytes":{}}}
  },
  "statuses": {
    "POST /tickets": ["201"],
    "PUT /tickets/{id}/attachments/{name}": ["201"]
  },
  "$defs": {
    "Ticket": {"properties":{"id":{},"subject":{},"urgent":{},"author":{},"status":{}}}
  }
}`) as Answers;
