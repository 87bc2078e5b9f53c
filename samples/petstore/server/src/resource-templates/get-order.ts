import { defineTemplate } from "../runtime/features/components/define-resource.js";
import tool from "../tools/get-order.js";

/** GET /orders/{orderId} */
export default defineTemplate({
  of: tool,
  uriTemplate: "orders://{orderId}",
  mimeType: "application/json",
});
