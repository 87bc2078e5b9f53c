import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["undeclared"];

/** GET /undeclared/{id} */
export default defineTemplate<Operation>({
  uriTemplate: "undeclared://{id}",
  name: "undeclared",
  title: "Undeclared",
  description: "Get an undeclared.",
  request: "GET /undeclared/{id}",
  arguments: {
    id: {
      in: "path",
      type: "string",
      description: "ID of the undeclared.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
