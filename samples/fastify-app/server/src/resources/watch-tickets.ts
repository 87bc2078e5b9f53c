import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /events */
export const watchTickets = defineResource<operations["watchTickets"]>({
  uri: "resource://events",
  uriTemplate: "resource://events{?count}",
  name: "watchTickets",
  title: "Tickets as they are opened, all or so many",
  description: [
    "Tickets as they are opened, all or so many",
    "",
    "With options: resource://events{?count}",
  ].join("\n"),
  mimeType: "text/event-stream",
  inputSchema: {
    type: "object",
    properties: {
      count: {
        type: "integer",
        minimum: 0,
      },
    },
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/events",
    parameters: {
      count: "query",
    },
    accept: "text/event-stream",
    security: [["token"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
