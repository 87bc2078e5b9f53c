import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /recipes/{id}/cook */
export const cook = defineTool<operations["cook"]>({
  name: "cook",
  title: "Cook along, step by step",
  description: [
    "Cook along, step by step",
    "",
    'Example arguments: {"id":1}',
  ].join("\n"),
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      id: {
        type: ["integer", "null"],
        examples: [1],
      },
    },
    required: ["id"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/recipes/{id}/cook",
    parameters: {
      id: "path",
    },
    accept: "text/event-stream",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
