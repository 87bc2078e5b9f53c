import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /orders/{orderId} */
export const getOrder = defineTool<operations["getOrder"]>({
  name: "getOrder",
  title: "One order",
  description: "One order",
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
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
