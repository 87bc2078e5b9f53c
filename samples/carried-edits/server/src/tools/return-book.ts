import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /loans/{loanId}/return */
export const returnBook = defineTool<operations["returnBook"]>({
  name: "returnBook",
  title: "Return a book",
  description: "Ends a loan. A damaged book goes to the bindery first.",
  annotations: {
    readOnlyHint: false,
    // A returned book can be lent again.
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      loanId: {
        type: "integer",
      },
      damaged: {
        type: "boolean",
      },
    },
    required: ["loanId"],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Loan",
  },
  request: {
    method: "POST",
    path: "/loans/{loanId}/return",
    parameters: {
      loanId: "path",
      damaged: "query",
    },
    security: [["card"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
