import { defineResource } from "../runtime/features/components/define-resource.js";
import tool from "../tools/get-categories.js";

/** GET /categories */
export default defineResource({
  of: tool,
  uri: "resource://categories",
  uriTemplate: "resource://categories{?lang}",
  mimeType: "application/json",
});
