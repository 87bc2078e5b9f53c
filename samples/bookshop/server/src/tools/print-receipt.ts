import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["printReceipt"];

/** POST /orders/{orderId}/receipt */
export default defineTool<Operation>({
  name: "printReceipt",
  title: "Print a receipt",
  description:
    "Print a receipt. The printer under the counter is old. One sheet works; it jams on the second.",
  tags: ["orders"],
  request: "POST /orders/{orderId}/receipt",
  arguments: {
    orderId: { $ref: "#/arguments/orderId" },
  },
  body: {
    properties: {
      copies: {
        type: "integer",
        minimum: 1,
        maximum: 10,
        default: 1,
      },
    },
  },
  bodyRequired: false,
  security: [["shopKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
