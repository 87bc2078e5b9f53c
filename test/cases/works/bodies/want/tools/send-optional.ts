import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendOptional"];

/** POST /optional */
export default defineTool<Operation>({
  name: "sendOptional",
  title: "Send optional",
  description: `
    Send optional.

    The body may be left out; whoever gives any of it gives "kind" and "herd-id".
  `,
  annotations: {
    destructiveHint: false,
  },
  request: "POST /optional",
  body: {
    $ref: "#/$defs/Cow",
  },
  bodyRequired: false,
  names: {
    herd_id: "herd-id",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
