import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addJob"];

/** POST /admin/jobs */
export default defineTool<Operation>({
  name: "addJob",
  title: "Add a job",
  annotations: { destructiveHint: false },
  request: "POST /admin/jobs",
  async handler(args, { send }) {
    return send(args);
  },
});
