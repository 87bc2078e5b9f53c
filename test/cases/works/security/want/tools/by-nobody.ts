import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["byNobody"];

/** POST /none */
export default defineTool<Operation>({
  name: "byNobody",
  title: "By nobody",
  request: "POST /none",
  async handler(args, { send }) {
    return send(args);
  },
});
