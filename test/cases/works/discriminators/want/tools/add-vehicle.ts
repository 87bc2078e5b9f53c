import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addVehicle"];

/** POST /vehicles */
export default defineTool<Operation>({
  name: "addVehicle",
  title: "Add vehicle",
  annotations: { destructiveHint: false },
  request: "POST /vehicles",
  body: {
    $ref: "#/$defs/Vehicle",
    properties: {
      doors: {
        anyOf: [{ type: "integer" }, { type: "string" }],
      },
      load: { type: "number" },
      top_speed: { type: "number" },
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
