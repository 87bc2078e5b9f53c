// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Types of answers, as `outputSchema`s of tools tell them. As JSON, whose types the compiler need not work out. */
export const outputs = JSON.parse(String.raw`{
  "operations": {
    "POST /items/": {"$ref":"#/$defs/Item","type":"object"},
    "PUT /items/{item_id}": {"$ref":"#/$defs/Item","type":"object"}
  },
  "$defs": {
    "Item": {"type":["object","null"],"properties":{"name":{"type":["string","null"]},"kind":{"$ref":"#/$defs/Kind"},"note":{"type":["string","null"]}}},
    "Kind": {"type":["string","null"],"description":"one of \"cat\", \"dog\""}
  }
}`) as Answers;
