import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation =
  operations["post_a_very_long_operation_reads_it_any_more_0ea775"];

/** POST /g */
export default defineTool<Operation>({
  name: "post_a_very_long_operation_reads_it_any_more_0ea775",
  title:
    "A very long operation id that goes on and on until nobody reads it any more",
  request: "POST /g",
  async handler(args, { send }) {
    return send(args);
  },
});
