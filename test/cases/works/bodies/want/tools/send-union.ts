import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendUnion"];

/** POST /union */
export default defineTool<Operation>({
  name: "sendUnion",
  title: "Send union",
  annotations: {
    destructiveHint: false,
  },
  request: "POST /union",
  arguments: {
    body: {
      in: "body",
      required: true,
      $ref: "#/$defs/Pet",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
