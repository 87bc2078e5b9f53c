import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["index"];

/** POST /i */
export default defineTool<Operation>({
  name: "index",
  title: "Index",
  description: "Index: POST /i.",
  request: "POST /i",
  async handler(args, { send }) {
    return send(args);
  },
});
