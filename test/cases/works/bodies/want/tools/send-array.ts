import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendArray"];

/** POST /array */
export default defineTool<Operation>({
  name: "sendArray",
  title: "Send array",
  annotations: { destructiveHint: false },
  request: "POST /array",
  arguments: {
    body: {
      in: "body",
      type: "array",
      items: { $ref: "#/$defs/Node" },
    },
  },
  bodyRequired: false,
  async handler(args, { send }) {
    return send(args);
  },
});
