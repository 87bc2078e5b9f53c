import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendMerged"];

/** POST /merged */
export default defineTool<Operation>({
  name: "sendMerged",
  title: "Send merged",
  annotations: { destructiveHint: false },
  request: "POST /merged",
  body: {
    allOf: [
      { $ref: "#/$defs/Node" },
      {
        type: "object",
        required: ["extra"],
        properties: {
          extra: { type: "integer" },
        },
      },
    ],
  },
  contentType: "application/merge-patch+json",
  async handler(args, { send }) {
    return send(args);
  },
});
