// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Types of answers, as `outputSchema`s of tools tell them. As JSON, whose types the compiler need not work out. */
export const outputs = JSON.parse(String.raw`{
  "operations": {
    "POST /pets": {"$ref":"#/$defs/Pet","type":"object"}
  },
  "$defs": {
    "Pet": {"type":["object","null"],"properties":{"name":{"type":["string","null"]},"age":{"type":["integer","null"]},"owner":{"type":["string","null"]}}}
  }
}`) as Answers;
