import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["byBoth"];

/** POST /both */
export default defineTool<Operation>({
  name: "byBoth",
  title: "By both",
  request: "POST /both",
  arguments: {
    X_Key: {
      in: "header",
      name: "X-Key",
      type: "string",
    },
  },
  security: [["cookie", "oauth"]],
  async handler(args, { send }) {
    return send(args);
  },
});
