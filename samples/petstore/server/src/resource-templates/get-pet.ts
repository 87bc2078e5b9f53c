import { defineTemplate } from "../runtime/features/components/define-resource.js";
import tool from "../tools/get-pet.js";

/** GET /pets/{petId} */
export default defineTemplate({
  of: tool,
  uriTemplate: "pets://{petId}{?fields}",
  mimeType: "application/json",
});
