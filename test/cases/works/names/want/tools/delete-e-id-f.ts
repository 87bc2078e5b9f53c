import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["delete_e_id_f"];

/** DELETE /e/{id}/f */
export default defineTool<Operation>({
  name: "delete_e_id_f",
  title: "Delete the f of an e",
  annotations: { idempotentHint: true },
  request: "DELETE /e/{id}/f",
  arguments: {
    id: {
      in: "path",
      type: "string",
      description: "ID of the e.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
