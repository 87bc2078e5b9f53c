import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendOptional"];

/** POST /optional */
export default defineTool<Operation>({
  name: "sendOptional",
  title: "Send optional",
  annotations: { destructiveHint: false },
  request: "POST /optional",
  body: {
    type: "object",
    required: ["kind", "herd-id"],
    properties: {
      kind: { const: "cow" },
      "herd-id": { type: "string" },
      milk: { type: "number" },
    },
  },
  bodyRequired: "expected",
  names: { herd_id: "herd-id" },
  async handler(args, { send }) {
    return send(args);
  },
});
