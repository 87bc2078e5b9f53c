import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["listBooks"];

/** GET /books */
export default defineTool<Operation>({
  name: "listBooks",
  title: "List books",
  tags: ["books"],
  annotations: { readOnlyHint: true },
  request: "GET /books",
  async handler(args, { send }) {
    return send(args);
  },
});
