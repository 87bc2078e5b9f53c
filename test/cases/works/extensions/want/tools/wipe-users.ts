import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["wipeUsers"];

/** DELETE /admin/users */
export default defineTool<Operation>({
  name: "wipeUsers",
  title: "Remove all users",
  annotations: { idempotentHint: true },
  request: "DELETE /admin/users",
  async handler(args, { send }) {
    return send(args);
  },
});
