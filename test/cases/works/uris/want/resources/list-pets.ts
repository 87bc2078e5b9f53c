import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /pets */
export const listPets = defineResource<operations["listPets"]>({
  uri: "resource://pets",
  uriTemplate: "resource://pets{?limit}",
  name: "listPets",
  title: "List pets",
  description: ["GET /pets", "", "With options: resource://pets{?limit}"].join(
    "\n",
  ),
  inputSchema: {
    type: "object",
    properties: {
      limit: {
        type: "integer",
      },
    },
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/pets",
    parameters: {
      limit: "query",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
