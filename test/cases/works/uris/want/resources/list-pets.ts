import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["listPets"];

/** GET /pets */
export default defineResource<Operation>({
  uri: "resource://pets",
  uriTemplate: "resource://pets{?limit}",
  name: "listPets",
  title: "List pets",
  request: "GET /pets",
  arguments: {
    limit: {
      in: "query",
      type: "integer",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
