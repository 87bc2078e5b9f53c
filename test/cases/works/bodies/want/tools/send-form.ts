import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendForm"];

/** POST /form */
export default defineTool<Operation>({
  name: "sendForm",
  title: "Send form",
  annotations: { destructiveHint: false },
  request: "POST /form",
  body: {
    properties: {
      ids: {
        type: "array",
        items: { type: "integer" },
      },
      card: {
        type: "object",
        properties: {
          number: { type: "string" },
        },
      },
    },
  },
  bodyRequired: false,
  contentType: "application/x-www-form-urlencoded",
  encoding: {
    card: {
      style: "deepObject",
      explode: true,
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
