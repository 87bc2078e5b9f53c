import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["findPets"];

/** GET /pets/findByStatus */
export default defineTemplate<Operation>({
  uriTemplate: "resource://pets/findByStatus{?status}",
  name: "findPets",
  title: "Find pets",
  request: "GET /pets/findByStatus",
  arguments: {
    status: {
      in: "query",
      required: true,
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
