import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /shop */
export const getShop = defineResource<operations["getShop"]>({
  uri: "resource://shop",
  name: "getShop",
  title: "Name and opening hours",
  description: "Name and opening hours",
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Shop",
  },
  request: {
    method: "GET",
    path: "/shop",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
