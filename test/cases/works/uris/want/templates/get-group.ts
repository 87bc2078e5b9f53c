import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["getGroup"];

/** GET /user_groups/{id} */
export default defineTemplate<Operation>({
  uriTemplate: "resource://user_groups/{id}",
  name: "getGroup",
  title: "Get group",
  description: "Get a user group.",
  request: "GET /user_groups/{id}",
  arguments: {
    id: {
      in: "path",
      type: "string",
      description: "ID of the user group.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
