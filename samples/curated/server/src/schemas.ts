// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Argument, Schemas } from "./runtime/index.js";

export const bookIdArgument: Argument = {
  in: "path",
  type: "integer",
  description: "The book's id.",
};

/** What arguments and bodies have in common, by name. */
export const schemas: Schemas = {
  arguments: {
    bookId: bookIdArgument,
  },
  $defs: {},
};
