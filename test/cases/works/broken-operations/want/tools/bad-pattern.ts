import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["badPattern"];

/** POST /bad-pattern */
export default defineTool<Operation>({
  name: "badPattern",
  title: "Bad pattern",
  request: "POST /bad-pattern",
  arguments: {
    a: {
      in: "query",
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
