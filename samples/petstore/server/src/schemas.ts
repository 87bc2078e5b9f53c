// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Argument, JsonSchema, Schemas } from "./runtime/index.js";

export const petIdArgument: Argument = {
  in: "path",
  type: ["integer", "string"],
  format: "int64",
  description: "ID of the pet.",
};

export const Category: JsonSchema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string" },
    children: {
      type: "array",
      items: { $ref: "#/$defs/Category" },
    },
  },
};

export const NewPet: JsonSchema = {
  type: "object",
  required: ["name", "species"],
  properties: {
    name: {
      type: "string",
      minLength: 1,
    },
    species: { $ref: "#/$defs/Species" },
    birthday: {
      type: ["string", "null"],
      format: "date",
    },
    status: { $ref: "#/$defs/Status" },
    category: { $ref: "#/$defs/Category" },
    tags: {
      type: "array",
      items: { type: "string" },
      uniqueItems: true,
    },
  },
};

export const Species: JsonSchema = {
  type: "string",
  enum: ["cat", "dog", "bird", "fish"],
};

export const Status: JsonSchema = {
  type: "string",
  enum: ["available", "reserved", "sold"],
};

/** What arguments and bodies have in common, by name. */
export const schemas: Schemas = {
  arguments: {
    petId: petIdArgument,
  },
  $defs: {
    Category,
    NewPet,
    Species,
    Status,
  },
};
