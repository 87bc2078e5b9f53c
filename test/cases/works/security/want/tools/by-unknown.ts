import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["byUnknown"];

/** POST /unknown */
export default defineTool<Operation>({
  name: "byUnknown",
  title: "By unknown",
  request: "POST /unknown",
  async handler(args, { send }) {
    return send(args);
  },
});
