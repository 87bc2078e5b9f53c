// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Types of answers, as `outputSchema`s of tools tell them. As JSON, whose types the compiler need not work out. */
export const outputs = JSON.parse(String.raw`{
  "operations": {
    "GET /books": {"type":["array","null"],"items":{"$ref":"#/$defs/Book"}},
    "GET /books/{bookId}": {"$ref":"#/$defs/Book","type":"object"},
    "POST /loans": {"$ref":"#/$defs/Loan","type":"object"},
    "POST /loans/{loanId}/extend": {"$ref":"#/$defs/Loan","type":"object"},
    "POST /loans/{loanId}/return": {"$ref":"#/$defs/Loan","type":"object"}
  },
  "$defs": {
    "Book": {"type":["object","null"],"properties":{"id":{"type":["integer","string","null"]},"title":{"type":["string","null"]},"author":{"type":["string","null"]},"available":{"type":["boolean","null"]},"shelf":{"type":["string","null"]}}},
    "Loan": {"type":["object","null"],"properties":{"id":{"type":["integer","string","null"]},"book":{"$ref":"#/$defs/Book"},"due":{"type":["string","null"]}}}
  }
}`) as Answers;
