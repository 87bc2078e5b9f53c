// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Argument, JsonSchema, Schemas } from "./runtime/index.js";

export const bookIdArgument: Argument = {
  in: "path",
  type: "integer",
  description: "The book's id.",
};

export const orderIdArgument: Argument = {
  in: "path",
  type: "integer",
  description: "The order's id.",
};

export const Genre: JsonSchema = {
  type: "string",
  enum: ["novel", "mystery", "science", "fantasy", "children"],
};

export const Stars: JsonSchema = {
  type: "integer",
  minimum: 1,
  maximum: 5,
};

/** What arguments and bodies have in common, by name. */
export const schemas: Schemas = {
  arguments: {
    bookId: bookIdArgument,
    orderId: orderIdArgument,
  },
  $defs: {
    Genre,
    Stars,
  },
};
