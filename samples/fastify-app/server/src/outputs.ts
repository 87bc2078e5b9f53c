// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Types of answers, as `outputSchema`s of tools tell them. As JSON, whose types the compiler need not work out. */
export const outputs = JSON.parse(String.raw`{
  "operations": {
    "POST /tickets": {"$ref":"#/$defs/Ticket","type":"object"},
    "PUT /tickets/{id}/attachments/{name}": {"type":"object","properties":{"filename":{"type":["string","null"]},"bytes":{"type":["integer","null"]}}}
  },
  "$defs": {
    "Ticket": {"type":["object","null"],"properties":{"id":{"type":["integer","string","null"]},"subject":{"type":["string","null"]},"urgent":{"type":["boolean","null"]},"author":{"type":["string","null"]},"status":{"type":["string","null"],"description":"one of \"open\", \"closed\""}}}
  }
}`) as Answers;
