import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["odd_put_416274"];

/** PUT /odd */
export default defineTool<Operation>({
  name: "odd_put_416274",
  title: "The same id",
  annotations: { idempotentHint: true },
  request: "PUT /odd",
  async handler(args, { send }) {
    return send(args);
  },
});
