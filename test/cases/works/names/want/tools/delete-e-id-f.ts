import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["delete_e_id_f"];

/** DELETE /e/{id}/f */
export default defineTool<Operation>({
  name: "delete_e_id_f",
  title: "Delete e id f",
  description: "DELETE /e/{id}/f",
  annotations: {
    idempotentHint: true,
  },
  request: "DELETE /e/{id}/f",
  arguments: {
    id: {
      in: "path",
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
