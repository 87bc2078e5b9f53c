import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["root"];

/** GET / */
export default defineResource<Operation>({
  uri: "resource://root",
  name: "root",
  title: "Root",
  description: "Get the API's root.",
  request: "GET /",
  async handler(args, { send }) {
    return send(args);
  },
});
