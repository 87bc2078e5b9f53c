import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["replacePet"];

/** PUT /pets/{petId} */
export default defineTool<Operation>({
  name: "replacePet",
  title: "Replace a pet",
  tags: ["pets"],
  annotations: { idempotentHint: true },
  request: "PUT /pets/{petId}",
  arguments: {
    petId: { $ref: "#/arguments/petId" },
    If_Match: {
      in: "header",
      name: "If-Match",
      required: true,
      type: "string",
      description: "The ETag of the pet as it was read.",
    },
  },
  body: { $ref: "#/$defs/NewPet" },
  security: [["petAuth"]],
  async handler(args, { send }) {
    return send(args);
  },
});
