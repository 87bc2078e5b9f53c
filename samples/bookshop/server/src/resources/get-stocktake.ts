import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["getStocktake"];

/** GET /stocktake */
export default defineResource<Operation>({
  uri: "resource://stocktake",
  mimeType: "application/json",
  name: "getStocktake",
  title: "How the last stocktake went",
  tags: ["back office"],
  request: "GET /stocktake",
  async handler(args, { send }) {
    return send(args);
  },
});
