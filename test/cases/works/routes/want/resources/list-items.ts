import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /items */
export const listItems = defineResource<operations["listItems"]>({
  uri: "resource://items",
  name: "listItems",
  title: "List items",
  description: "GET /items",
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/items",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
