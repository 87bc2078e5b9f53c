import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /pets/findByStatus */
export const findPets = defineTemplate<operations["findPets"]>({
  uriTemplate: "resource://pets/findByStatus{?status}",
  name: "findPets",
  title: "Find pets",
  description: "GET /pets/findByStatus",
  inputSchema: {
    type: "object",
    properties: {
      status: {
        type: "string",
      },
    },
    required: ["status"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/pets/findByStatus",
    parameters: {
      status: "query",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
