import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /tickets */
export const listTickets = defineResource<operations["listTickets"]>({
  uri: "resource://tickets",
  uriTemplate: "resource://tickets{?status}",
  name: "listTickets",
  title: "All tickets, or those of one status",
  description: [
    "All tickets, or those of one status",
    "",
    "With options: resource://tickets{?status}",
  ].join("\n"),
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    properties: {
      status: {
        type: "string",
        enum: ["open", "closed"],
      },
    },
    additionalProperties: false,
  },
  answer: {
    items: {
      $ref: "#/$defs/Ticket",
    },
  },
  request: {
    method: "GET",
    path: "/tickets",
    parameters: {
      status: "query",
    },
    security: [["token"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
