import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /orders */
export const placeOrder = defineTool<operations["placeOrder"]>({
  name: "placeOrder",
  title: "Order books",
  description: [
    "Takes the books off the stock at once, all of them or none.",
    "",
    'Example arguments: {"lines":[{"bookId":5,"quantity":2}],"customer":{"name":"Grace Hopper","email":"grace@example.com"},"giftNote":null}',
  ].join("\n"),
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
        $ref: "#/$defs/Order",
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
  },
  async handler(args, { send }) {
    return send(args);
  },
});
