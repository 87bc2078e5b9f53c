import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["odd"];

/** GET /odd */
export default defineTool<Operation>({
  name: "odd",
  title: "Odd values",
  annotations: { readOnlyHint: true },
  request: "GET /odd",
  async handler(args, { send }) {
    return send(args);
  },
});
