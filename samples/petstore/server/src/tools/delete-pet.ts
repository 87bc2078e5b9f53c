import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["deletePet"];

/** DELETE /pets/{petId} */
export default defineTool<Operation>({
  name: "deletePet",
  title: "Take a pet out of the catalogue",
  description: "Take a pet out of the catalogue. Deletes data.",
  tags: ["pets"],
  annotations: { idempotentHint: true },
  request: "DELETE /pets/{petId}",
  arguments: {
    petId: { $ref: "#/arguments/petId" },
  },
  security: [["petAuth"]],
  async handler(args, { send }) {
    return send(args);
  },
});
