import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["getOrder"];

/** GET /orders/{orderId} */
export default defineTool<Operation>({
  name: "getOrder",
  title: "One order",
  tags: ["orders"],
  annotations: { readOnlyHint: true },
  request: "GET /orders/{orderId}",
  arguments: {
    orderId: {
      in: "path",
      type: ["integer", "string"],
      format: "int64",
      description: "ID of the order.",
    },
  },
  security: [["petAuth"]],
  async handler(args, { send }) {
    return send(args);
  },
});
