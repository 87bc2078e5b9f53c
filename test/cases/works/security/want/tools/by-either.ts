import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["byEither"];

/** POST /either */
export default defineTool<Operation>({
  name: "byEither",
  title: "By either",
  request: "POST /either",
  security: [["basic"], ["token"], []],
  async handler(args, { send }) {
    return send(args);
  },
});
