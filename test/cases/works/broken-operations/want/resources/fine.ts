import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["fine"];

/** GET /fine */
export default defineResource<Operation>({
  uri: "resource://fine",
  name: "fine",
  title: "Fine",
  description: "Get the fine.",
  request: "GET /fine",
  async handler(args, { send }) {
    return send(args);
  },
});
