import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["constructor"];

/** POST /h */
export default defineTool<Operation>({
  name: "constructor",
  title: "Constructor",
  description: "Constructor: POST /h.",
  request: "POST /h",
  async handler(args, { send }) {
    return send(args);
  },
});
