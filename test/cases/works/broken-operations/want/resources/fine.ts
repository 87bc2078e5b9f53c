import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /fine */
export const fine = defineResource<operations["fine"]>({
  uri: "resource://fine",
  name: "fine",
  title: "Fine",
  description: "GET /fine",
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/fine",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
