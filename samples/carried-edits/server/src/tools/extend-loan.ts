import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /loans/{loanId}/extend */
export const extendLoan = defineTool<operations["extendLoan"]>({
  name: "extendLoan",
  title: "Keep a book longer",
  description: "Keep a book longer",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      loanId: {
        type: "integer",
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
    path: "/loans/{loanId}/extend",
    parameters: {
      loanId: "path",
    },
    security: [["card"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
