import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /stocktake */
export const getStocktake = defineResource<operations["getStocktake"]>({
  uri: "resource://stocktake",
  name: "getStocktake",
  title: "How the last stocktake went",
  description: "How the last stocktake went",
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Stocktake",
  },
  request: {
    method: "GET",
    path: "/stocktake",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
