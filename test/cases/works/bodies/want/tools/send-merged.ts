import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /merged */
export const sendMerged = defineTool<operations["sendMerged"]>({
  name: "sendMerged",
  title: "Send merged",
  description: "POST /merged",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    allOf: [
      {
        $ref: "#/$defs/Node",
      },
      {
        type: "object",
        required: ["extra"],
        properties: {
          extra: {
            type: "integer",
          },
        },
      },
    ],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Node",
  },
  request: {
    method: "POST",
    path: "/merged",
    body: {
      contentType: "application/merge-patch+json",
      required: true,
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
