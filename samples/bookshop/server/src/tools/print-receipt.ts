import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /orders/{orderId}/receipt */
export const printReceipt = defineTool<operations["printReceipt"]>({
  name: "printReceipt",
  title: "Print a receipt",
  description:
    "The printer under the counter is old. One sheet works; it jams on the second.",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      orderId: {
        type: "integer",
        description: "The order's id.",
      },
      copies: {
        type: "integer",
        minimum: 1,
        maximum: 10,
        default: 1,
      },
    },
    required: ["orderId"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/orders/{orderId}/receipt",
    parameters: {
      orderId: "path",
    },
    body: {
      contentType: "application/json",
    },
    security: [["shopKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
