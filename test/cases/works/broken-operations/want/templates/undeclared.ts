import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /undeclared/{id} */
export const undeclared = defineTemplate<operations["undeclared"]>({
  uriTemplate: "undeclared://{id}",
  name: "undeclared",
  title: "Undeclared",
  description: "GET /undeclared/{id}",
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
    path: "/undeclared/{id}",
    parameters: {
      id: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
