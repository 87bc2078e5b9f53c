import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["openTicket"];

/** POST /tickets */
export default defineTool<Operation>({
  name: "openTicket",
  title: "Open a ticket",
  annotations: { destructiveHint: false },
  request: "POST /tickets",
  body: {
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
  },
  security: [["token"]],
  async handler(args, { send }) {
    return send(args);
  },
});
