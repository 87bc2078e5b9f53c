import type { operations } from "../generated/api-types.js";
import { untilClosing } from "../custom/opening-hours.js";
import { defineTool } from "../runtime/index.js";
import getBook from "./get-book.js";

type Operation = operations["createLoan"];

/** POST /loans */
export default defineTool<Operation>({
  name: "createLoan",
  title: "Lend a book",
  description:
    "Lend a book to a reader. Ask for the number of the reader's card first.",
  annotations: { destructiveHint: false },
  request: "POST /loans",
  body: {
    type: "object",
    required: ["bookId", "reader"],
    properties: {
      bookId: { type: "integer" },
      reader: {
        type: "string",
        description: "Number of the reader's card.",
      },
      days: {
        type: "integer",
        default: 28,
      },
    },
  },
  security: [["card"]],
  async handler(args, { send, call }) {
    const { data: book } = await call<operations["getBook"]>(getBook, {
      bookId: args.bookId,
    });
    if (book.available === false) return `"${book.title}" is lent out.`;
    const { data: loan } = await send(args);
    return { loan, note: untilClosing(new Date()) };
  },
});
