import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /latest */
export const latestTicket = defineResource<operations["latestTicket"]>({
  uri: "resource://latest",
  name: "latestTicket",
  title: "Where the newest ticket is",
  description: "Where the newest ticket is",
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/latest",
    security: [["token"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
