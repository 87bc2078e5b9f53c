import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["list_items"];

/** GET /items/ */
export default defineResource<Operation>({
  uri: "resource://items/",
  uriTemplate: "resource://items/{?q,kind,limit}",
  mimeType: "application/json",
  name: "list_items",
  title: "List Items",
  description: "List Items. Items, the newest first.",
  tags: ["items"],
  request: "GET /items/",
  arguments: {
    q: {
      in: "query",
      type: "string",
    },
    kind: {
      in: "query",
      type: "array",
      items: { $ref: "#/$defs/Kind" },
    },
    limit: {
      in: "query",
      type: "integer",
      maximum: 100,
      default: 100,
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
