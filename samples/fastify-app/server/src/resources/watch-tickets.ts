import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["watchTickets"];

/** GET /events */
export default defineResource<Operation>({
  uri: "resource://events",
  uriTemplate: "resource://events{?count}",
  mimeType: "text/event-stream",
  name: "watchTickets",
  title: "Tickets as they are opened, all or so many",
  request: "GET /events",
  arguments: {
    count: {
      in: "query",
      type: "integer",
      minimum: 0,
    },
  },
  accept: "text/event-stream, */*;q=0.5",
  security: [["token"]],
  async handler(args, { send }) {
    return send(args);
  },
});
