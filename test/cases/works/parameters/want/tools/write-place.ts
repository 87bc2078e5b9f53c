import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["writePlace"];

/** PUT /orte/{城市} */
export default defineTool<Operation>({
  name: "writePlace",
  title: "Writes a place",
  annotations: { idempotentHint: true },
  request: "PUT /orte/{城市}",
  arguments: {
    arg_ed84a1: {
      in: "path",
      name: "城市",
      type: "string",
      description: 'Where to look. Named "城市" in the API.',
    },
  },
  body: {
    $ref: "#/$defs/Place",
    properties: {
      "größe": { description: 'How large. Named "größe" in the API.' },
    },
  },
  names: { gr_e: "größe" },
  async handler(args, { send }) {
    return send(args);
  },
});
