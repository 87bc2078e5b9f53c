import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["report"];

/** GET /reports/today */
export default defineTool<Operation>({
  name: "report",
  title: "Report",
  description: "Get the today of reports.",
  tags: ["read", "slow"],
  annotations: { readOnlyHint: true },
  request: "GET /reports/today",
  async handler(args, { send }) {
    return send(args);
  },
});
