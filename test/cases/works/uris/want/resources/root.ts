import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET / */
export const root = defineResource<operations["root"]>({
  uri: "resource://root",
  name: "root",
  title: "Root",
  description: "GET /",
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
