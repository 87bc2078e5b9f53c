import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["listThings"];

/** GET /things */
export default defineResource<Operation>({
  uri: "resource://things",
  name: "listThings",
  title: "List all things",
  description: "List all things. Newest first.",
  request: "GET /things",
  async handler(args, { send }) {
    return send(args);
  },
});
