import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["fine_get_4167ed"];

/** GET /same */
export default defineResource<Operation>({
  uri: "resource://same",
  name: "fine_get_4167ed",
  title: "Fine",
  description: "Get the same.",
  request: "GET /same",
  async handler(args, { send }) {
    return send(args);
  },
});
