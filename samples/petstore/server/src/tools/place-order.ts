import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /orders */
export const placeOrder = defineTool<operations["placeOrder"]>({
  name: "placeOrder",
  title: "Order pets",
  description: "Order pets",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    allOf: [
      {
        $ref: "#/$defs/NewOrder",
      },
    ],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Order",
  },
  request: {
    method: "POST",
    path: "/orders",
    body: {
      contentType: "application/json",
      required: true,
    },
    security: [["petAuth"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
