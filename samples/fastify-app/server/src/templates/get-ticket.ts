import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /tickets/{id} */
export const getTicket = defineTemplate<operations["getTicket"]>({
  uriTemplate: "tickets://{id}",
  name: "getTicket",
  title: "One ticket",
  description: "One ticket",
  mimeType: "application/json",
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
  answer: {
    $ref: "#/$defs/Ticket",
  },
  request: {
    method: "GET",
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
