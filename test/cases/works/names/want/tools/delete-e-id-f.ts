import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** DELETE /e/{id}/f */
export const deleteEIdF = defineTool<operations["delete_e_id_f"]>({
  name: "delete_e_id_f",
  title: "Delete e id f",
  description: "DELETE /e/{id}/f",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      id: {
        type: "string",
      },
    },
    required: ["id"],
    additionalProperties: false,
  },
  request: {
    method: "DELETE",
    path: "/e/{id}/f",
    parameters: {
      id: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
