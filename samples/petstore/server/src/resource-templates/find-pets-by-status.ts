import { defineTemplate } from "../runtime/features/components/define-resource.js";
import tool from "../tools/find-pets-by-status.js";

/** GET /pets/findByStatus */
export default defineTemplate({
  of: tool,
  uriTemplate: "resource://pets/findByStatus{?status}",
  mimeType: "application/json",
});
