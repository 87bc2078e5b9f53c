import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendSeveral"];

/** POST /several */
export default defineTool<Operation>({
  name: "sendSeveral",
  title: "Send several",
  annotations: { destructiveHint: false },
  request: "POST /several",
  body: {
    properties: {
      a: { type: "string" },
    },
  },
  bodyRequired: false,
  async handler(args, { send }) {
    return send(args);
  },
});
