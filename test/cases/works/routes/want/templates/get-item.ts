import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["getItem"];

/** GET /items/{id} */
export default defineTemplate<Operation>({
  uriTemplate: "items://{id}",
  name: "getItem",
  title: "Get item",
  description: "One item of the warehouse.",
  request: "GET /items/{id}",
  arguments: {
    id: {
      in: "path",
      type: "string",
      description: "Of the item.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
