import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["getShop"];

/** GET /shop */
export default defineTool<Operation>({
  name: "getShop",
  title: "Name and opening hours",
  tags: ["shop"],
  annotations: { readOnlyHint: true },
  request: "GET /shop",
  async handler(args, { send }) {
    return send(args);
  },
});
