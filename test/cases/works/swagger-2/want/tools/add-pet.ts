import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addPet"];

/** POST /pets */
export default defineTool<Operation>({
  name: "addPet",
  title: "Add pet",
  annotations: { destructiveHint: false },
  request: "POST /pets",
  body: {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      age: {
        type: "integer",
        exclusiveMinimum: 0,
      },
      owner: {
        type: ["string", "null"],
      },
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
