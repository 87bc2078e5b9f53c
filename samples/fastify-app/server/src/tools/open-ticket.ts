import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /tickets */
export const openTicket = defineTool<operations["openTicket"]>({
  name: "openTicket",
  title: "Open a ticket",
  description: "Open a ticket",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      subject: {
        type: "string",
        minLength: 3,
      },
      urgent: {
        type: "boolean",
        default: false,
      },
    },
    required: ["subject"],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Ticket",
  },
  request: {
    method: "POST",
    path: "/tickets",
    body: {
      contentType: "application/json",
      required: true,
    },
    security: [["token"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
