import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["listVehicles"];

/** GET /vehicles */
export default defineResource<Operation>({
  uri: "resource://vehicles",
  mimeType: "application/json",
  name: "listVehicles",
  title: "List vehicles",
  request: "GET /vehicles",
  async handler(args, { send }) {
    return send(args);
  },
});
