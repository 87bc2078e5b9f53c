import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /export */
export const exportTickets = defineResource<operations["exportTickets"]>({
  uri: "resource://export",
  name: "exportTickets",
  title: "All tickets, one JSON line each",
  description: "All tickets, one JSON line each",
  mimeType: "application/x-ndjson",
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/export",
    accept: "application/x-ndjson",
    security: [["token"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
