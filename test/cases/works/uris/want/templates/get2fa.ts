import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /2fa/{id} */
export const get2fa = defineTemplate<operations["get2fa"]>({
  uriTemplate: "resource://2fa/{id}",
  name: "get2fa",
  title: "Get2fa",
  description: "GET /2fa/{id}",
  inputSchema: {
    type: "object",
    properties: {
      id: {
        type: "string",
      },
    },
    required: ["id"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/2fa/{id}",
    parameters: {
      id: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
