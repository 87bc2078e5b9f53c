import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /pets/{id} */
export const getPet = defineTemplate<operations["getPet"]>({
  uriTemplate: "pets://{id}",
  name: "getPet",
  title: "Get pet",
  description: "GET /pets/{id}",
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
    path: "/pets/{id}",
    parameters: {
      id: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
