import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["LISTPETS"];

/** POST /b */
export default defineTool<Operation>({
  name: "LISTPETS",
  title: "Listpets",
  description: "Listpets: POST /b.",
  request: "POST /b",
  async handler(args, { send }) {
    return send(args);
  },
});
