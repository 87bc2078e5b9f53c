import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["listItems"];

/** GET /items */
export default defineResource<Operation>({
  uri: "resource://items",
  name: "listItems",
  title: "List all items",
  description: "List all items. Newest first.",
  request: "GET /items",
  async handler(args, { send }) {
    return send(args);
  },
});
