import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addUser"];

/** POST /admin/users */
export default defineTool<Operation>({
  name: "addUser",
  title: "Add a user",
  annotations: { destructiveHint: false },
  request: "POST /admin/users",
  async handler(args, { send }) {
    return send(args);
  },
});
