// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { JsonSchema, Schemas } from "./runtime/index.js";

export const Node: JsonSchema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string" },
    secret: { type: "string" },
    children: {
      type: "array",
      items: { $ref: "#/$defs/Node" },
    },
  },
};

/** What arguments and bodies have in common, by name. */
export const schemas: Schemas = {
  arguments: {},
  $defs: {
    Node,
  },
};
