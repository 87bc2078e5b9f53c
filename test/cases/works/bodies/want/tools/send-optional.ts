import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendOptional"];

/** POST /optional */
export default defineTool<Operation>({
  name: "sendOptional",
  title: "Send optional",
  description: `
    POST /optional

    The body may be left out; where a field of it is given, these are required: kind, herd_id.
  `,
  annotations: {
    destructiveHint: false,
  },
  request: "POST /optional",
  body: {
    $ref: "#/$defs/Cow",
  },
  bodyRequired: ["kind", "herd_id"],
  names: {
    herd_id: "herd-id",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
