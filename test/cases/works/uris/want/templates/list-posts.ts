import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /users/{id}/posts */
export const listPosts = defineTemplate<operations["listPosts"]>({
  uriTemplate: "users://{id}/posts{?limit,offset}",
  name: "listPosts",
  title: "List posts",
  description: "GET /users/{id}/posts",
  inputSchema: {
    type: "object",
    properties: {
      id: {
        type: "string",
      },
      limit: {
        type: "integer",
      },
      offset: {
        type: "integer",
      },
    },
    required: ["id"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/users/{id}/posts",
    parameters: {
      id: "path",
      limit: "query",
      offset: "query",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
