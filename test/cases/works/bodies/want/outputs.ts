// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Types of answers, as `outputSchema`s of tools tell them. As JSON, whose types the compiler need not work out. */
export const outputs = JSON.parse(String.raw`{
  "operations": {
    "POST /merged": {"$ref":"#/$defs/Node","type":"object"}
  },
  "$defs": {
    "Node": {"type":["object","null"],"properties":{"id":{"type":["string","null"]},"name":{"type":["string","null"]},"children":{"type":["array","null"],"items":{"$ref":"#/$defs/Node"}}}}
  }
}`) as Answers;
