import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["buy"];

/** POST /orders */
export default defineTool<Operation>({
  name: "buy",
  title: "Buy an item",
  description: "Orders something.",
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
  bodyRequired: "expected",
  fixed: { channel: "mcp" },
  async handler(args, { send }) {
    return send(args);
  },
});
