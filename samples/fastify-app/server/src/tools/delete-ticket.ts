import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["deleteTicket"];

/** DELETE /tickets/{id} */
export default defineTool<Operation>({
  name: "deleteTicket",
  title: "Delete a ticket",
  annotations: { idempotentHint: true },
  request: "DELETE /tickets/{id}",
  arguments: {
    id: {
      in: "path",
      type: "integer",
      minimum: 1,
      description: "ID of the ticket.",
    },
  },
  security: [["token"]],
  async handler(args, { send }) {
    return send(args);
  },
});
