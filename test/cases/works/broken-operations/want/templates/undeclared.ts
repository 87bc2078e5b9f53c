import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/resources/define.js";

type Operation = operations["undeclared"];

/** GET /undeclared/{id} */
export default defineTemplate<Operation>({
  uriTemplate: "undeclared://{id}",
  name: "undeclared",
  title: "Undeclared",
  description: "GET /undeclared/{id}",
  request: "GET /undeclared/{id}",
  arguments: {
    id: {
      in: "path",
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
