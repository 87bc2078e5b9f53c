import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /user_groups/{id} */
export const getGroup = defineTemplate<operations["getGroup"]>({
  uriTemplate: "resource://user_groups/{id}",
  name: "getGroup",
  title: "Get group",
  description: "GET /user_groups/{id}",
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
    path: "/user_groups/{id}",
    parameters: {
      id: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
