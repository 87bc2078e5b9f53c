import { defineResource } from "../runtime/features/components/define-resource.js";
import tool from "../tools/list-items.js";

/** GET /items */
export default defineResource({
  of: tool,
  uri: "resource://items",
});
