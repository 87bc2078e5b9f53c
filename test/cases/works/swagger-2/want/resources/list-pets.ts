import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["listPets"];

/** GET /pets */
export default defineResource<Operation>({
  uri: "resource://pets",
  uriTemplate: "resource://pets{?tags,ids}",
  mimeType: "application/json",
  name: "listPets",
  title: "List pets",
  request: "GET /pets",
  arguments: {
    tags: {
      in: "query",
      type: "array",
      items: { type: "string" },
    },
    ids: {
      in: "query",
      style: "pipeDelimited",
      type: "array",
      items: { type: "integer" },
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
