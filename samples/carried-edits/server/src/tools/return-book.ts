import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["returnBook"];

/** POST /loans/{loanId}/return */
export default defineTool<Operation>({
  name: "returnBook",
  title: "Return a book",
  annotations: {
    // A returned book can be lent again.
    destructiveHint: false,
  },
  description:
    "Bring a book back. Ends a loan. A damaged book goes to the bindery first.",
  request: "POST /loans/{loanId}/return",
  arguments: {
    loanId: {
      in: "path",
      type: "integer",
      description: "ID of the loan.",
    },
    damaged: {
      in: "query",
      type: "boolean",
    },
  },
  security: [["card"]],
  async handler(args, { send }) {
    return send(args);
  },
});
