import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["byKey"];

/** POST /default */
export default defineTool<Operation>({
  name: "byKey",
  title: "By key",
  request: "POST /default",
  security: [["key"]],
  async handler(args, { send }) {
    return send(args);
  },
});
