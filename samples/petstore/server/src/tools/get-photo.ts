import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /pets/{petId}/photos/{photoId} */
export const getPhoto = defineTool<operations["getPhoto"]>({
  name: "getPhoto",
  title: "One photo",
  description: ["One photo", "", 'Example arguments: {"petId":7}'].join("\n"),
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      petId: {
        type: "integer",
        format: "int64",
        examples: [7],
      },
      photoId: {
        type: "string",
        format: "uuid",
      },
    },
    required: ["petId", "photoId"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/pets/{petId}/photos/{photoId}",
    parameters: {
      petId: "path",
      photoId: "path",
    },
    accept: "image/jpeg",
    security: [["apiKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
