import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addShape"];

/** POST /shapes */
export default defineTool<Operation>({
  name: "addShape",
  title: "Add shape",
  annotations: { destructiveHint: false },
  request: "POST /shapes",
  arguments: {
    body: {
      in: "body",
      required: true,
      anyOf: [
        {
          type: "object",
          required: ["t"],
          properties: {
            t: {
              type: "string",
              enum: ["circle_v1"],
            },
            radius: { type: "number" },
          },
        },
        {
          type: "object",
          required: ["t"],
          properties: {
            t: {
              type: "string",
              enum: ["Square"],
            },
            side: { type: "number" },
          },
        },
      ],
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
