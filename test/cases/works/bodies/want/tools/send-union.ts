import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendUnion"];

/** POST /union */
export default defineTool<Operation>({
  name: "sendUnion",
  title: "Send union",
  annotations: { destructiveHint: false },
  request: "POST /union",
  arguments: {
    body: {
      in: "body",
      required: true,
      anyOf: [
        {
          type: "object",
          required: ["kind"],
          properties: {
            kind: { const: "cat" },
            lives: { type: "integer" },
          },
        },
        {
          type: "object",
          required: ["kind"],
          properties: {
            kind: { const: "dog" },
            barks: {
              type: ["boolean", "null"],
            },
          },
        },
      ],
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
