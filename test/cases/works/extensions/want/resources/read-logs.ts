import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["readLogs"];

/** GET /admin/logs */
export default defineResource<Operation>({
  uri: "resource://admin/logs",
  name: "readLogs",
  title: "Read the logs",
  request: "GET /admin/logs",
  async handler(args, { send }) {
    return send(args);
  },
});
