import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["buy"];

/** POST /orders */
export default defineTool<Operation>({
  name: "buy",
  title: "Buy an item",
  description: `
    Orders something.

    The body may be left out; where a field of it is given, these are required: item.
  `,
  request: "POST /orders",
  body: {
    properties: {
      item: {
        type: "string",
      },
    },
    required: ["item"],
  },
  bodyRequired: ["item"],
  fixed: {
    channel: "mcp",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
