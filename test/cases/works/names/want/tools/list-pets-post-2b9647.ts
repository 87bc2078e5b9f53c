import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["listPets_post_2b9647"];

/** POST /a */
export default defineTool<Operation>({
  name: "listPets_post_2b9647",
  title: "List pets",
  annotations: { destructiveHint: false },
  request: "POST /a",
  async handler(args, { send }) {
    return send(args);
  },
});
