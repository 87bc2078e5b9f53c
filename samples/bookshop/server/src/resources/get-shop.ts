import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["getShop"];

/** GET /shop */
export default defineResource<Operation>({
  uri: "resource://shop",
  mimeType: "application/json",
  name: "getShop",
  title: "Name and opening hours",
  tags: ["shop"],
  request: "GET /shop",
  async handler(args, { send }) {
    return send(args);
  },
});
