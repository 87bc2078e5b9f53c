// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Schemas } from "./runtime/index.js";

/** Schemas that arguments refer to. */
export const schemas: Schemas = {};
