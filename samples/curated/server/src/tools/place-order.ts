import type { operations } from "../generated/api-types.js";
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
  annotations: { destructiveHint: false },
  request: "POST /orders",
  body: {
    type: "object",
    required: ["lines", "customer"],
    properties: {
      lines: {
        type: "array",
        items: {
          type: "object",
          required: ["bookId", "quantity"],
          properties: {
            bookId: {
              type: "integer",
              minimum: 1,
            },
            quantity: {
              type: "integer",
              minimum: 1,
              maximum: 100,
            },
          },
        },
        minItems: 1,
        maxItems: 20,
      },
      customer: {
        type: "object",
        required: ["name", "email"],
        properties: {
          name: {
            type: "string",
            minLength: 1,
            maxLength: 100,
          },
          email: {
            type: "string",
            format: "email",
          },
        },
      },
      giftNote: {
        type: ["string", "null"],
        minLength: 1,
        maxLength: 500,
      },
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
