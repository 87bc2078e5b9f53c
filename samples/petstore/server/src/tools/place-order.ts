import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["placeOrder"];

/** POST /orders */
export default defineTool<Operation>({
  name: "placeOrder",
  title: "Order pets",
  tags: ["orders"],
  annotations: {
    destructiveHint: false,
  },
  request: "POST /orders",
  body: {
    $ref: "#/$defs/NewOrder",
  },
  security: [["petAuth"]],
  async handler(args, { send }) {
    return send(args);
  },
});
