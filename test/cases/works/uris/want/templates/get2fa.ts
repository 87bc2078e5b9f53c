import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["get2fa"];

/** GET /2fa/{id} */
export default defineTemplate<Operation>({
  uriTemplate: "resource://2fa/{id}",
  name: "get2fa",
  title: "Get2fa",
  description: "Get a 2fa.",
  request: "GET /2fa/{id}",
  arguments: {
    id: {
      in: "path",
      type: "string",
      description: "ID of the 2fa.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
