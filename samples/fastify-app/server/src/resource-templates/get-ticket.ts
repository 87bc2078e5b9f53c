import type { operations } from "../generated/api-types.js";
import { defineTemplate } from "../runtime/features/components/define-resource.js";

type Operation = operations["getTicket"];

/** GET /tickets/{id} */
export default defineTemplate<Operation>({
  uriTemplate: "tickets://{id}",
  mimeType: "application/json",
  name: "getTicket",
  title: "One ticket",
  request: "GET /tickets/{id}",
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
