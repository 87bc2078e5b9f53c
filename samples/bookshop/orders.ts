import {
  integer,
  listOf,
  matching,
  nullable,
  objectOf,
  optional,
  readFields,
  text,
} from "./fields.js";
import { json, readJson } from "./http.js";
import type { Book, Order, OrderLine } from "./ledger.js";
import { conflict, invalid, notFound, Problem } from "./problem.js";
import type { Call, Reply } from "./router.js";
import type { Shop } from "./shop.js";

const orderFields = {
  lines: listOf(
    objectOf({
      bookId: integer(1, Number.MAX_SAFE_INTEGER),
      quantity: integer(1, 100),
    }),
    20,
  ),
  customer: objectOf({
    name: text(100),
    email: matching(/^\S+@\S+$/, "be an e-mail address"),
  }),
  giftNote: optional(nullable(text(500))),
};

/** POST /orders */
export async function placeOrder(call: Call, shop: Shop): Promise<Reply> {
  const fields = readFields(readJson(call), orderFields);
  const sold = fields.lines.map((line, index) => sell(line, index, shop));
  for (const { book, quantity } of sold) {
    const { books } = shop.ledger;
    books[books.indexOf(book)] = { ...book, stock: book.stock - quantity };
  }
  const cents = sold.reduce(
    (sum, { book, quantity }) => sum + Math.round(book.price * 100) * quantity,
    0,
  );
  const order: Order = {
    id: shop.nextId(),
    ...fields,
    giftNote: fields.giftNote ?? null,
    total: cents / 100,
    placedAt: new Date().toISOString(),
  };
  shop.ledger.orders.push(order);
  await shop.save();
  return json(201, order, { location: `/orders/${order.id}` });
}

/** GET /orders/{orderId} */
export function getOrder(call: Call, shop: Shop): Reply {
  return json(200, findOrder(call, shop));
}

/** POST /orders/{orderId}/receipt: the printer manages one sheet and jams on the second. */
export function printReceipt(call: Call, shop: Shop): Reply {
  const { id } = findOrder(call, shop);
  const { copies = 1 } = readFields(readJson(call), {
    copies: optional(integer(1, 10)),
  });
  if (copies > 1) {
    throw new Problem(500, "Printer jam", {
      detail: `The printer jammed on sheet 2 of ${copies} for order ${id}.`,
    });
  }
  return { status: 204 };
}

function sell(
  line: OrderLine,
  index: number,
  shop: Shop,
): { book: Book; quantity: number } {
  const { bookId, quantity } = line;
  const book = shop.ledger.books.find((one) => one.id === bookId);
  if (book === undefined) {
    throw invalid([
      { field: `/lines/${index}/bookId`, detail: `must be a book's id` },
    ]);
  }
  if (book.stock < quantity) {
    throw conflict(
      `Only ${book.stock} of "${book.title}" in stock, ${quantity} ordered.`,
    );
  }
  return { book, quantity };
}

function findOrder(call: Call, shop: Shop): Order {
  const id = call.params["orderId"] ?? "";
  const order = shop.ledger.orders.find((one) => String(one.id) === id);
  if (order === undefined) throw notFound("order", id);
  return order;
}
