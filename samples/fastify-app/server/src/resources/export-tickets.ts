import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["exportTickets"];

/** GET /export */
export default defineResource<Operation>({
  uri: "resource://export",
  mimeType: "application/x-ndjson",
  name: "exportTickets",
  title: "All tickets, one JSON line each",
  request: "GET /export",
  accept: "application/x-ndjson, */*;q=0.5",
  security: [["token"]],
  async handler(args, { send }) {
    return send(args);
  },
});
