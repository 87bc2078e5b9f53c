import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /pets/{petId}/photos/{photoId} */
export const getPhoto = defineTemplate<operations["getPhoto"]>({
  uriTemplate: "pets://{petId}/photos/{photoId}",
  name: "getPhoto",
  title: "One photo",
  description: ["One photo", "", 'Example arguments: {"petId":7}'].join("\n"),
  mimeType: "image/jpeg",
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
