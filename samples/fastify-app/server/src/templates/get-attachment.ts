import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /tickets/{id}/attachments/{name} */
export const getAttachment = defineTemplate<operations["getAttachment"]>({
  uriTemplate: "tickets://{id}/attachments/{name}",
  name: "getAttachment",
  title: "An attachment as it was uploaded",
  description: "An attachment as it was uploaded",
  mimeType: "application/octet-stream",
  inputSchema: {
    type: "object",
    properties: {
      id: {
        type: "integer",
        minimum: 1,
      },
      name: {
        type: "string",
      },
    },
    required: ["id", "name"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/tickets/{id}/attachments/{name}",
    parameters: {
      id: "path",
      name: "path",
    },
    accept: "application/octet-stream",
    security: [["token"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
