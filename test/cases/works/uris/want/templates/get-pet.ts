import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["getPet"];

/** GET /pets/{id} */
export default defineTemplate<Operation>({
  uriTemplate: "pets://{id}",
  name: "getPet",
  title: "Get pet",
  request: "GET /pets/{id}",
  arguments: {
    id: {
      in: "path",
      type: "string",
      description: "ID of the pet.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
