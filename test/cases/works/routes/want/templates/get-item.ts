import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /items/{id} */
export const getItem = defineTemplate<operations["getItem"]>({
  uriTemplate: "items://{id}",
  name: "getItem",
  title: "Get item",
  description: "One item of the warehouse.",
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
    path: "/items/{id}",
    parameters: {
      id: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
