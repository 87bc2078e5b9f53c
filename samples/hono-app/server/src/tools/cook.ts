import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["cook"];

/** POST /recipes/{id}/cook */
export default defineTool<Operation>({
  name: "cook",
  title: "Cook along, step by step",
  request: "POST /recipes/{id}/cook",
  arguments: {
    id: {
      in: "path",
      type: ["integer", "null"],
      description: "ID of the recipe.",
    },
  },
  accept: "text/event-stream, */*;q=0.5",
  async handler(args, { send }) {
    return send(args);
  },
});
