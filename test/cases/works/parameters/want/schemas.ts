// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { JsonSchema, Schemas } from "./runtime/index.js";

export const Place: JsonSchema = {
  type: "object",
  required: ["größe"],
  properties: {
    "größe": { $ref: "#/$defs/Size" },
    name: { type: "string" },
  },
};

export const Size: JsonSchema = {
  type: "integer",
  description: "How large.",
};

/** What arguments and bodies have in common, by name. */
export const schemas: Schemas = {
  arguments: {},
  $defs: {
    Place,
    Size,
  },
};
