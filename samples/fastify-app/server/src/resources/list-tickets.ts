import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["listTickets"];

/** GET /tickets */
export default defineResource<Operation>({
  uri: "resource://tickets",
  uriTemplate: "resource://tickets{?status}",
  mimeType: "application/json",
  name: "listTickets",
  title: "All tickets, or those of one status",
  request: "GET /tickets",
  arguments: {
    status: {
      in: "query",
      type: "string",
      enum: ["open", "closed"],
    },
  },
  security: [["token"]],
  async handler(args, { send }) {
    return send(args);
  },
});
