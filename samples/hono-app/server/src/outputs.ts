// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Types of answers, as `outputSchema`s of tools tell them. As JSON, whose types the compiler need not work out. */
export const outputs = JSON.parse(String.raw`{
  "operations": {
    "GET /recipes": {"type":["array","null"],"items":{"$ref":"#/$defs/Recipe"}},
    "GET /recipes/{id}": {"$ref":"#/$defs/Recipe","type":"object"},
    "POST /recipes": {"$ref":"#/$defs/Recipe","type":"object"}
  },
  "$defs": {
    "Recipe": {"type":["object","null"],"properties":{"id":{"type":["integer","string","null"]},"name":{"type":["string","null"]},"minutes":{"type":["number","null"]},"steps":{"type":["array","null"],"items":{"type":["string","null"]}},"author":{"type":["string","null"]}}}
  }
}`) as Answers;
