import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["getPicture"];

/** GET /recipes/{id}/picture */
export default defineTool<Operation>({
  name: "getPicture",
  title: "A picture of the dish",
  annotations: { readOnlyHint: true },
  request: "GET /recipes/{id}/picture",
  arguments: {
    id: {
      in: "path",
      type: ["integer", "null"],
      description: "ID of the recipe.",
    },
  },
  accept: "image/png, */*;q=0.5",
  async handler(args, { send }) {
    return send(args);
  },
});
