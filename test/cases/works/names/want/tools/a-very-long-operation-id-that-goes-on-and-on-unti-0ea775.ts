import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation =
  operations["a_very_long_operation_id_that_goes_on_and_on_unti_0ea775"];

/** POST /g */
export default defineTool<Operation>({
  name: "a_very_long_operation_id_that_goes_on_and_on_unti_0ea775",
  title: "A very long operation id that goes on and on unti 0ea775",
  description:
    "A very long operation id that goes on and on until nobody reads it any more.",
  request: "POST /g",
  async handler(args, { send }) {
    return send(args);
  },
});
