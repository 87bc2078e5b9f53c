// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Schemas } from "./runtime/index.js";

/** What arguments and bodies have in common, by name. */
export const schemas: Schemas = {
  arguments: {},
  $defs: {},
};
