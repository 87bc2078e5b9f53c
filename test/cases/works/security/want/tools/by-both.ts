import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["byBoth"];

/** POST /both */
export default defineTool<Operation>({
  name: "byBoth",
  title: "By both",
  request: "POST /both",
  security: [["cookie", "oauth"]],
  async handler(args, { send }) {
    return send(args);
  },
});
