import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /g */
export const aVeryLongOperationIdThatGoesOnAndOnUnti0ea775 = defineTool<
  operations["a_very_long_operation_id_that_goes_on_and_on_unti_0ea775"]
>({
  name: "a_very_long_operation_id_that_goes_on_and_on_unti_0ea775",
  title: "A very long operation id that goes on and on unti 0ea775",
  description: "POST /g",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/g",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
