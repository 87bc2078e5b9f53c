import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** DELETE /tickets/{id} */
export const deleteTicket = defineTool<operations["deleteTicket"]>({
  name: "deleteTicket",
  title: "Delete a ticket",
  description: "Delete a ticket",
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
        type: "integer",
        minimum: 1,
      },
    },
    required: ["id"],
    additionalProperties: false,
  },
  request: {
    method: "DELETE",
    path: "/tickets/{id}",
    parameters: {
      id: "path",
    },
    security: [["token"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
