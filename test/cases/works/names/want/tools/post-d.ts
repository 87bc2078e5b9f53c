import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["post_d"];

/** POST /d */
export default defineTool<Operation>({
  name: "post_d",
  title: "Finds dogs",
  annotations: { destructiveHint: false },
  request: "POST /d",
  async handler(args, { send }) {
    return send(args);
  },
});
