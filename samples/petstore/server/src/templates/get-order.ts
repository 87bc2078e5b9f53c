import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /orders/{orderId} */
export const getOrder = defineTemplate<operations["getOrder"]>({
  uriTemplate: "orders://{orderId}",
  name: "getOrder",
  title: "One order",
  description: "One order",
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    properties: {
      orderId: {
        type: "integer",
        format: "int64",
      },
    },
    required: ["orderId"],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Order",
  },
  request: {
    method: "GET",
    path: "/orders/{orderId}",
    parameters: {
      orderId: "path",
    },
    security: [["petAuth"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
