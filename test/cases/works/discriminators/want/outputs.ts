// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Types of answers, as `outputSchema`s of tools tell them. As JSON, whose types the compiler need not work out. */
export const outputs = JSON.parse(String.raw`{
  "operations": {
    "POST /vehicles": {"$ref":"#/$defs/Vehicle_anyOf","type":"object"}
  },
  "$defs": {
    "Car": {"type":["object","null"],"properties":{"kind":{"type":["string","null"]},"wheels":{"type":["integer","null"]},"doors":{"type":["integer","null"]}}},
    "SportsCar": {"type":["object","null"],"properties":{"kind":{"type":["string","null"],"description":"one of \"SportsCar\""},"wheels":{"type":["integer","null"]},"doors":{"type":["integer","null"]},"top_speed":{"type":["number","null"]}}},
    "Truck": {"type":["object","null"],"properties":{"kind":{"type":["string","null"],"description":"one of \"lorry\""},"wheels":{"type":["integer","null"]},"load":{"type":["number","null"]},"doors":{"type":["string","null"]}}},
    "Vehicle": {"type":["object","null"],"properties":{"kind":{"type":["string","null"]},"wheels":{"type":["integer","null"]}}},
    "Vehicle_anyOf": {"anyOf":[{"$ref":"#/$defs/Car"},{"$ref":"#/$defs/Truck"},{"$ref":"#/$defs/SportsCar"},{"$ref":"#/$defs/Vehicle"}]}
  }
}`) as Answers;
