// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /books": {"items":{"$ref":"#/$defs/Book"}},
    "GET /books/{bookId}": {"$ref":"#/$defs/Book"},
    "POST /loans": {"$ref":"#/$defs/Loan"},
    "POST /loans/{loanId}/extend": {"$ref":"#/$defs/Loan"},
    "POST /loans/{loanId}/return": {"$ref":"#/$defs/Loan"}
  },
  "statuses": {
    "POST /loans": ["201"]
  },
  "$defs": {
    "Book": {"properties":{"id":{},"title":{},"author":{},"available":{},"shelf":{}}},
    "Loan": {"properties":{"id":{},"book":{"$ref":"#/$defs/Book"},"due":{}}}
  }
}`) as Answers;
