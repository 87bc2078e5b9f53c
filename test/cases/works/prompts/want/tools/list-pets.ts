import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["listPets"];

/** GET /pets */
export default defineTool<Operation>({
  name: "listPets",
  title: "List the pets",
  annotations: {
    readOnlyHint: true,
  },
  request: "GET /pets",
  async handler(args, { send }) {
    return send(args);
  },
});
