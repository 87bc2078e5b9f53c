// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { JsonSchema, Schemas } from "./runtime/index.js";

export const Item: JsonSchema = {
  properties: {
    name: {
      type: "string",
      minLength: 1,
    },
    kind: {
      $ref: "#/$defs/Kind",
      default: "cat",
    },
    note: {
      anyOf: [{ type: "string" }, { type: "null" }],
      title: "Words of its maker",
    },
  },
  type: "object",
  required: ["name"],
  title: "Item",
};

export const Kind: JsonSchema = {
  type: "string",
  enum: ["cat", "dog"],
  title: "Kind",
};

/** What arguments and bodies have in common, by name. */
export const schemas: Schemas = {
  arguments: {},
  $defs: {
    Item,
    Kind,
  },
};
