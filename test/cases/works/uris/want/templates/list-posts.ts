import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["listPosts"];

/** GET /users/{id}/posts */
export default defineTemplate<Operation>({
  uriTemplate: "users://{id}/posts{?limit,offset}",
  name: "listPosts",
  title: "List posts",
  description: "List the posts of a user.",
  request: "GET /users/{id}/posts",
  arguments: {
    id: {
      in: "path",
      type: "string",
      description: "ID of the user.",
    },
    limit: {
      in: "query",
      type: "integer",
    },
    offset: {
      in: "query",
      type: "integer",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
