import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["extendLoan"];

/** POST /loans/{loanId}/extend */
export default defineTool<Operation>({
  name: "extendLoan",
  title: "Keep a book longer",
  request: "POST /loans/{loanId}/extend",
  arguments: {
    loanId: {
      in: "path",
      type: "integer",
      description: "ID of the loan.",
    },
  },
  security: [["card"]],
  async handler(args, { send }) {
    return send(args);
  },
});
