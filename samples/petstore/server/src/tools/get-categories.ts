import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["getCategories"];

/** GET /categories */
export default defineTool<Operation>({
  name: "getCategories",
  title: "All categories, as a tree",
  tags: ["pets"],
  annotations: { readOnlyHint: true },
  request: "GET /categories",
  arguments: {
    lang: {
      in: "cookie",
      type: "string",
      enum: ["de", "en", "fr"],
      default: "en",
      description: "Language of the names.",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
