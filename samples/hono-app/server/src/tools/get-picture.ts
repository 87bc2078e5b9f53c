import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /recipes/{id}/picture */
export const getPicture = defineTool<operations["getPicture"]>({
  name: "getPicture",
  title: "A picture of the dish",
  description: [
    "A picture of the dish",
    "",
    'Example arguments: {"id":1}',
  ].join("\n"),
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
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
    method: "GET",
    path: "/recipes/{id}/picture",
    parameters: {
      id: "path",
    },
    accept: "image/png",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
