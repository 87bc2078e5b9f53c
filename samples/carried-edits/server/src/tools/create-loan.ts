import type { operations } from "../api.js";
import { untilClosing } from "../custom/opening-hours.js";
import { defineTool } from "../runtime/index.js";
import { getBook } from "./get-book.js";

/** POST /loans */
export const createLoan = defineTool<operations["createLoan"]>({
  name: "createLoan",
  title: "Lend a book",
  description:
    "Lend a book to a reader. Ask for the number of the reader's card first.",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    allOf: [
      {
        $ref: "#/$defs/NewLoan",
      },
    ],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Loan",
  },
  request: {
    method: "POST",
    path: "/loans",
    body: {
      contentType: "application/json",
      required: true,
    },
    security: [["card"]],
  },
  async handler(args, { send, call }) {
    const { data: book } = await call<operations["getBook"]>(getBook, {
      bookId: args.bookId,
    });
    if (book.available === false) return `"${book.title}" is lent out.`;
    const { data: loan } = await send(args);
    return { loan, note: untilClosing(new Date()) };
  },
});
