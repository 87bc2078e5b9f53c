import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["longName"];

/** POST /odd */
export default defineTool<Operation>({
  name: "longName",
  title: "A long name",
  description: "../../x`${y}*/",
  request: "POST /odd",
  async handler(args, { send }) {
    return send(args);
  },
});
