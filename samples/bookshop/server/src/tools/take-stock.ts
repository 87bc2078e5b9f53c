import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /stocktake */
export const takeStock = defineTool<operations["takeStock"]>({
  name: "takeStock",
  title: "Count every book",
  description:
    "Goes from shelf to shelf, five of them, and answers when all are counted. Stops where it is when the caller hangs up.",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      secondsPerShelf: {
        type: "number",
        minimum: 0,
        maximum: 60,
        default: 1,
      },
    },
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Stocktake",
  },
  request: {
    method: "POST",
    path: "/stocktake",
    body: {
      contentType: "application/json",
    },
    security: [["shopKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
