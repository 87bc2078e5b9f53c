import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["createPet"];

/** POST /pets */
export default defineTool<Operation>({
  name: "createPet",
  title: "Add a pet",
  tags: ["pets"],
  annotations: { destructiveHint: false },
  request: "POST /pets",
  arguments: {
    dryRun: {
      in: "query",
      type: "boolean",
      default: false,
      description: "Only check, and store nothing.",
    },
  },
  body: { $ref: "#/$defs/NewPet" },
  security: [["petAuth"]],
  async handler(args, { send }) {
    return send(args);
  },
});
