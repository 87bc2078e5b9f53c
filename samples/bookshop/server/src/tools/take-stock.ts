import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["takeStock"];

/** POST /stocktake */
export default defineTool<Operation>({
  name: "takeStock",
  title: "Count every book",
  description:
    "Count every book. Goes from shelf to shelf, five of them, and answers when all are counted. Stops where it is when the caller hangs up.",
  tags: ["back office"],
  annotations: { destructiveHint: false },
  request: "POST /stocktake",
  body: {
    properties: {
      secondsPerShelf: {
        type: "number",
        minimum: 0,
        maximum: 60,
        default: 1,
      },
    },
  },
  bodyRequired: false,
  security: [["shopKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
