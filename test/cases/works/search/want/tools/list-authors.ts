import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["listAuthors"];

/** GET /authors */
export default defineTool<Operation>({
  name: "listAuthors",
  title: "List authors",
  annotations: { readOnlyHint: true },
  request: "GET /authors",
  async handler(args, { send }) {
    return send(args);
  },
});
