import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addOwner"];

/** POST /owners */
export default defineTool<Operation>({
  name: "addOwner",
  title: "Add owner",
  annotations: {
    destructiveHint: false,
  },
  request: "POST /owners",
  body: {
    properties: {
      name: {
        type: "string",
      },
      vehicles: {
        type: "array",
        items: {
          $ref: "#/$defs/Vehicle_anyOf",
        },
      },
    },
    required: ["name"],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
