import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["placeOrder"];

/** POST /orders */
export default defineTool<Operation>({
  name: "placeOrder",
  title: "Order books",
  description:
    "Order books. Takes the books off the stock at once, all of them or none.",
  tags: ["orders"],
  example: {
    lines: [
      {
        bookId: 5,
        quantity: 2,
      },
    ],
    customer: {
      name: "Grace Hopper",
      email: "grace@example.com",
    },
    giftNote: null,
  },
  annotations: {
    destructiveHint: false,
  },
  request: "POST /orders",
  body: {
    $ref: "#/$defs/Order",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
