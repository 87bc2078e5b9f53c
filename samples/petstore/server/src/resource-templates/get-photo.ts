import { defineTemplate } from "../runtime/features/components/define-resource.js";
import tool from "../tools/get-photo.js";

/** GET /pets/{petId}/photos/{photoId} */
export default defineTemplate({
  of: tool,
  uriTemplate: "pets://{petId}/photos/{photoId}",
  mimeType: "image/jpeg",
});
