import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["latestTicket"];

/** GET /latest */
export default defineResource<Operation>({
  uri: "resource://latest",
  name: "latestTicket",
  title: "Where the newest ticket is",
  request: "GET /latest",
  security: [["token"]],
  async handler(args, { send }) {
    return send(args);
  },
});
