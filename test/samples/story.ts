const png = Buffer.from("89504e470d0a1a0a", "hex");
const wrongImage = Buffer.from("GIF89a");
const book = {
  isbn: "9780000000101",
  title: "The Wind in the Willows",
  authors: ["Kenneth Grahame"],
  genre: "children",
  price: 13.5,
};
const customer = { name: "Grace", email: "grace@example.com" };
const order = (bookId: number, quantity: number) => ({
  lines: [{ bookId, quantity }],
  customer,
});
const fields = (...names: string[]) => ({
  errors: names.map((field) => ({ field })),
});

/** A request, its body (a form, JSON or none), the status and a part of what is answered. */
export type Step = readonly [
  request: string,
  body: unknown,
  status: number,
  answer?: unknown,
];

/** Requests of one day in the bookshop, in this order. */
// A table: one request a row, however long.
// prettier-ignore
export const story: readonly Step[] = [
  ["GET /shop", undefined, 200, { motto: null, books: 6 }],

  ["GET /books", undefined, 200, { total: 6, next: null }],
  ["GET /books?limit=2", undefined, 200, { books: [{ id: 1 }, { id: 2 }], total: 6, next: 2 }],
  ["GET /books?limit=2&after=4", undefined, 200, { books: [{ id: 5 }, { id: 6 }], next: null }],
  ["GET /books?genre=science&genre=novel", undefined, 200, { total: 3 }],
  ["GET /books?q=COLLINS&maxPrice=12", undefined, 200, { total: 1 }],
  ["GET /books?inStock=false", undefined, 200, { books: [{ id: 3 }] }],
  ["GET /books?limit=0&genre=cooking", undefined, 422, fields("genre", "limit")],

  ["POST /books", book, 201, { id: 101, stock: 0, subtitle: null }],
  ["POST /books", book, 409, { title: "Conflict" }],
  ["POST /books", { ...book, isbn: 1, price: -1 }, 422, fields("isbn", "price")],
  ["GET /books/101", undefined, 200, book],
  ["GET /books/999", undefined, 404, { detail: "There is no book 999." }],
  ["PATCH /books/1", { price: 8, subtitle: null }, 200, { price: 8, subtitle: null }],
  ["PATCH /books/1", {}, 422],
  ["PATCH /books/999", { price: 8 }, 404],
  ["DELETE /books/101", undefined, 204],
  ["DELETE /books/101", undefined, 404],
  ["GET /catalogue.csv", undefined, 200],

  ["GET /books/1/cover", undefined, 200],
  ["GET /books/1/cover?size=large", undefined, 200],
  ["GET /books/1/cover?size=huge", undefined, 422, fields("size")],
  ["GET /books/999/cover", undefined, 404],
  ["PUT /books/1/cover", form({ image: png, credit: "Mary" }), 200, { bytes: 8, filename: "a.png", credit: "Mary" }],
  ["PUT /books/1/cover", form({ image: png }), 200, { credit: null }],
  ["PUT /books/1/cover", form({ image: wrongImage }), 415],
  ["PUT /books/1/cover", form({ image: Buffer.alloc(0) }), 415],
  ["PUT /books/1/cover", form({ credit: "Mary" }), 422, fields("image")],
  ["PUT /books/1/cover", form({ image: png, credit: "" }), 422, fields("credit")],
  ["PUT /books/1/cover", form({ image: Buffer.alloc(2 ** 20) }), 413],
  ["PUT /books/999/cover", form({ image: png }), 404],

  ["GET /books/1/reviews", undefined, 200, [{ stars: 5 }, { stars: 3, reader: null }]],
  ["GET /books/1/reviews?minStars=4", undefined, 200, [{ stars: 5 }]],
  ["GET /books/1/reviews?minStars=9", undefined, 422, fields("minStars")],
  ["GET /books/999/reviews", undefined, 404],
  ["POST /books/5/reviews", { stars: 4, text: "Short." }, 201, { bookId: 5, reader: null }],
  ["POST /books/5/reviews", { stars: 6 }, 422, fields("stars", "text")],
  ["POST /books/999/reviews", { stars: 4, text: "Short." }, 404],

  ["POST /recommendations", { genre: "science", count: 1 }, 200],
  ["POST /recommendations", undefined, 200],
  ["POST /recommendations", { count: 0 }, 422, fields("count")],

  ["POST /orders", order(5, 2), 201, { id: 103, total: 14.4, giftNote: null }],
  ["GET /books/5", undefined, 200, { stock: 4 }],
  ["POST /orders", order(4, 2), 409, { detail: 'Only 1 of "On the Origin of Species" in stock, 2 ordered.' }],
  ["POST /orders", order(9, 1), 422, fields("/lines/0/bookId")],
  ["GET /orders/103", undefined, 200, { customer }],
  ["GET /orders/999", undefined, 404],
  ["POST /orders/103/receipt", undefined, 204],
  ["POST /orders/103/receipt", { copies: 2 }, 500, { title: "Printer jam" }],
  ["POST /orders/103/receipt", { copies: 0 }, 422, fields("copies")],
  ["POST /orders/999/receipt", {}, 404],

  ["GET /stocktake", undefined, 200, { state: "never" }],
  ["POST /stocktake", { secondsPerShelf: 0 }, 200, { state: "finished", booksCounted: 17 }],
  ["POST /stocktake", { secondsPerShelf: -1 }, 422, fields("secondsPerShelf")],
];

function form(parts: Record<string, string | Buffer>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === "string") data.append(name, value);
    else data.append(name, new File([new Uint8Array(value)], "a.png"));
  }
  return data;
}
