import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /same */
export const fine4167ed = defineResource<operations["fine_4167ed"]>({
  uri: "resource://same",
  name: "fine_4167ed",
  title: "Fine 4167ed",
  description: "GET /same",
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/same",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
