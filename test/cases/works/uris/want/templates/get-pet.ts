import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/resources/define.js";

type Operation = operations["getPet"];

/** GET /pets/{id} */
export default defineTemplate<Operation>({
  uriTemplate: "pets://{id}",
  name: "getPet",
  title: "Get pet",
  description: "GET /pets/{id}",
  request: "GET /pets/{id}",
  arguments: {
    id: {
      in: "path",
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
