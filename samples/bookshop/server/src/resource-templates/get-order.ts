import type { operations } from "../generated/api-types.js";
import { defineTemplate } from "../runtime/features/components/define-resource.js";

type Operation = operations["getOrder"];

/** GET /orders/{orderId} */
export default defineTemplate<Operation>({
  uriTemplate: "orders://{orderId}",
  mimeType: "application/json",
  name: "getOrder",
  title: "One order",
  tags: ["orders"],
  request: "GET /orders/{orderId}",
  arguments: {
    orderId: { $ref: "#/arguments/orderId" },
  },
  security: [["shopKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
