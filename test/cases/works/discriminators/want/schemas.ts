// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { JsonSchema, Schemas } from "./runtime/index.js";

export const Car: JsonSchema = {
  allOf: [
    { $ref: "#/$defs/Vehicle" },
    {
      type: "object",
      required: ["doors"],
      properties: {
        doors: { type: "integer" },
      },
    },
  ],
};

export const Vehicle: JsonSchema = {
  type: "object",
  required: ["kind"],
  properties: {
    kind: {
      type: "string",
      description: 'What it is. Values: "car", "lorry", "SportsCar".',
    },
    wheels: { type: "integer" },
  },
};

/** What arguments and bodies have in common, by name. */
export const schemas: Schemas = {
  arguments: {},
  $defs: {
    Car,
    Vehicle,
  },
};
