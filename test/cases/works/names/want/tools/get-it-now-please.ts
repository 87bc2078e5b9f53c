import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["get_it_now_please"];

/** POST /c */
export default defineTool<Operation>({
  name: "get_it_now_please",
  title: "Get it now please",
  request: "POST /c",
  async handler(args, { send }) {
    return send(args);
  },
});
