import { defineTemplate } from "../runtime/features/define-resource.js";
import tool from "../tools/find-pets-by-status.js";

/** GET /pets/findByStatus */
export default defineTemplate({
  of: tool,
  uriTemplate: "resource://pets/findByStatus{?status}",
  mimeType: "application/json",
});
