import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addBook"];

/** POST /books */
export default defineTool<Operation>({
  name: "addBook",
  title: "Add a book",
  tags: ["stock"],
  keywords: ["insert", "novel"],
  annotations: {
    destructiveHint: false,
    idempotentHint: true,
  },
  request: "POST /books",
  async handler(args, { send }) {
    return send(args);
  },
});
