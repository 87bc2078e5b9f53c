import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["listItems"];

/** GET /items */
export default defineTool<Operation>({
  name: "listItems",
  title: "List items",
  tags: ["read"],
  annotations: { readOnlyHint: true },
  request: "GET /items",
  async handler(args, { send }) {
    return send(args);
  },
});
