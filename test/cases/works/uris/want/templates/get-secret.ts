import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["getSecret"];

/** GET /{mount}/{name} */
export default defineTemplate<Operation>({
  uriTemplate: "resource://getSecret/{mount}/{name}{?version}",
  name: "getSecret",
  title: "Get secret",
  description: "Get a name of a mount.",
  request: "GET /{mount}/{name}",
  arguments: {
    mount: {
      in: "path",
      type: "string",
    },
    name: {
      in: "path",
      type: "string",
    },
    version: {
      in: "query",
      type: "integer",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
