import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["placeOrder"];

/** POST /orders */
export default defineTool<Operation>({
  name: "placeOrder",
  title: "Order pets",
  tags: ["orders"],
  annotations: { destructiveHint: false },
  request: "POST /orders",
  body: {
    type: "object",
    required: ["petIds", "payment"],
    properties: {
      petIds: {
        type: "array",
        minItems: 1,
        items: {
          type: ["integer", "string"],
          format: "int64",
        },
      },
      payment: {
        anyOf: [
          {
            type: "object",
            required: ["method", "token"],
            properties: {
              method: {
                type: "string",
                enum: ["card"],
              },
              token: { type: "string" },
            },
          },
          {
            type: "object",
            required: ["method", "code"],
            properties: {
              method: {
                type: "string",
                enum: ["voucher"],
              },
              code: {
                type: "string",
                pattern: "^[A-Z]{4}-\\d{4}$",
              },
            },
          },
        ],
      },
      note: {
        type: ["string", "null"],
      },
    },
  },
  security: [["petAuth"]],
  async handler(args, { send }) {
    return send(args);
  },
});
