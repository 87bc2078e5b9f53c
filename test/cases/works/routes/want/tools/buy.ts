import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["buy"];

/** POST /orders */
export default defineTool<Operation>({
  name: "buy",
  title: "Buy an item",
  description: `
    Orders something.

    The body may be left out; whoever gives any of it gives "item".
  `,
  poll: {
    status: "state",
    done: ["sold", "gone"],
  },
  request: "POST /orders",
  body: {
    properties: {
      item: {
        type: "string",
        description: "Which one.",
      },
    },
    required: ["item"],
  },
  bodyRequired: false,
  fixed: {
    channel: "mcp",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
