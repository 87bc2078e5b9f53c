import {
  defineTool,
  toNumber,
} from "../runtime/features/components/custom/define.js";
import { CallError } from "../runtime/index.js";
import findBooks from "../tools/find-books.js";
import placeOrder from "../tools/place-order.js";

/** Workflow orderForAll */
export default defineTool({
  name: "orderForAll",
  title: "Order a book for all members",
  description: `
    Finds the first book by a word of its title or its author, and orders a copy for each member.

    In one call: findBooks, placeOrder.
  `,
  annotations: { destructiveHint: false },
  arguments: {
    book: {
      type: "string",
      description: "A word of its title or its author.",
      required: true,
    },
    members: {
      type: "integer",
      minimum: 1,
      required: true,
    },
    name: {
      type: "string",
      description: "Who pays.",
      required: true,
    },
    email: {
      type: "string",
      format: "email",
      required: true,
    },
  },
  calls: [findBooks, placeOrder],
  async handler(args, { call, progress }) {
    const begun: string[] = [];
    try {
      begun.push("findBook");
      progress("1 of 2: findBook");
      const findBook = await call(findBooks, { q: args.book, limit: 1 });
      if (!(toNumber(findBook.data?.total) > 0))
        throw new CallError(
          "The response does not meet the condition $response.body#/total > 0.",
        );

      begun.push("order");
      progress("2 of 2: order");
      const bookId = findBook.data?.books?.[0]?.id;
      if (bookId == null)
        throw new CallError("The value for bookId is missing.");
      // By hand: what the club pays at once.
      const price = findBook.data?.books?.[0]?.price ?? 0;
      if (price * args.members > 200)
        throw new CallError(
          `${args.members} copies of ${price} € are more than the 200 € that the club pays at once. Ask whether fewer will do.`,
        );
      const order = await call(placeOrder, {
        lines: [{ bookId, quantity: args.members }],
        customer: { name: args.name, email: args.email },
        giftNote: `For the reading club of ${args.name}`,
      });
      if (order.status !== 201)
        throw new CallError(
          "The response does not meet the condition $statusCode == 201.",
        );

      return {
        order: order.data?.id,
        title: findBook.data?.books?.[0]?.title,
        total: order.data?.total,
      };
    } catch (error) {
      if (error instanceof CallError) {
        const failed = begun.pop();
        const before =
          begun.length > 0 ? `after ${begun.join(", ")}` : "as the first";
        error.message = `The step ${failed} failed, ${before}. ${error.message}`;
      }
      throw error;
    }
  },
});
