// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/features/known-fields.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /vehicles": {"items":{"$ref":"#/$defs/Vehicle_anyOf"}},
    "POST /vehicles": {"$ref":"#/$defs/Vehicle_anyOf"}
  },
  "$defs": {
    "Car": {"allOf":[{"$ref":"#/$defs/Vehicle"},{"properties":{"doors":{}}}]},
    "SportsCar": {"allOf":[{"$ref":"#/$defs/Car"},{"properties":{"top_speed":{}}}]},
    "Truck": {"allOf":[{"$ref":"#/$defs/Vehicle"},{"properties":{"load":{},"doors":{}}}]},
    "Vehicle": {"properties":{"kind":{},"wheels":{}}},
    "Vehicle_anyOf": {"anyOf":[{"$ref":"#/$defs/Car"},{"$ref":"#/$defs/Truck"},{"$ref":"#/$defs/SportsCar"},{"$ref":"#/$defs/Vehicle"}]}
  }
}`) as Answers;
