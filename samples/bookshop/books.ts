import {
  integer,
  listOf,
  matching,
  nullable,
  number,
  oneOf,
  optional,
  readFields,
  text,
} from "./fields.js";
import { json, readJson } from "./http.js";
import { genres } from "./ledger.js";
import type { Book } from "./ledger.js";
import { conflict, invalid, notFound } from "./problem.js";
import type { Call, Reply } from "./router.js";
import type { Shop } from "./shop.js";

const bookFields = {
  isbn: matching(/^97[89]\d{10}$/, "be 13 digits beginning with 978 or 979"),
  title: text(200),
  authors: listOf(text(100), 10),
  genre: oneOf(genres),
  price: number(0, 1000),
  subtitle: optional(nullable(text(200))),
  stock: optional(integer(0, 10_000)),
  publishedOn: optional(nullable(matching(/^\d{4}-\d\d-\d\d$/, "be a date"))),
};

const changeFields = {
  title: optional(bookFields.title),
  subtitle: bookFields.subtitle,
  price: optional(bookFields.price),
  stock: bookFields.stock,
};

const listFields = {
  genre: optional(listOf(oneOf(genres), genres.length)),
  q: optional(text(100)),
  maxPrice: optional(number(0, 1000)),
  inStock: optional(oneOf(["true", "false"])),
  after: optional(integer(0, Number.MAX_SAFE_INTEGER)),
  limit: optional(integer(1, 50)),
};

/** GET /books */
export function listBooks(call: Call, shop: Shop): Reply {
  const wanted = readFields(readQuery(call.query), listFields);
  const { after = 0, limit = 20 } = wanted;
  const found = shop.ledger.books.filter(
    (book) =>
      (wanted.genre?.includes(book.genre) ?? true) &&
      (wanted.maxPrice === undefined || book.price <= wanted.maxPrice) &&
      (wanted.inStock === undefined ||
        (wanted.inStock === "true") === book.stock > 0) &&
      `${book.title} ${book.authors.join(" ")}`
        .toLowerCase()
        .includes((wanted.q ?? "").toLowerCase()),
  );
  const rest = found.filter((book) => book.id > after);
  const books = rest.slice(0, limit);
  const next = rest.length > limit ? (books.at(-1)?.id ?? null) : null;
  return json(200, { books, total: found.length, next });
}

/** POST /books */
export async function addBook(call: Call, shop: Shop): Promise<Reply> {
  const fields = readFields(readJson(call), bookFields);
  if (shop.ledger.books.some((book) => book.isbn === fields.isbn)) {
    throw conflict(`A book with the ISBN ${fields.isbn} is on the shelf.`);
  }
  const book: Book = {
    id: shop.nextId(),
    ...fields,
    subtitle: fields.subtitle ?? null,
    stock: fields.stock ?? 0,
    publishedOn: fields.publishedOn ?? null,
    addedAt: new Date().toISOString(),
  };
  shop.ledger.books.push(book);
  await shop.save();
  return json(201, book, { location: `/books/${book.id}` });
}

/** GET /books/{bookId} */
export function getBook(call: Call, shop: Shop): Reply {
  return json(200, findBook(call, shop));
}

/** PATCH /books/{bookId} */
export async function changeBook(call: Call, shop: Shop): Promise<Reply> {
  const book = findBook(call, shop);
  const changes = readFields(readJson(call), changeFields);
  if (Object.keys(changes).length === 0) {
    throw invalid([{ field: "", detail: "must change something" }]);
  }
  const changed: Book = { ...book, ...changes };
  shop.ledger.books[shop.ledger.books.indexOf(book)] = changed;
  await shop.save();
  return json(200, changed);
}

/** DELETE /books/{bookId} */
export async function removeBook(call: Call, shop: Shop): Promise<Reply> {
  const { id } = findBook(call, shop);
  const { ledger } = shop;
  ledger.books = ledger.books.filter((book) => book.id !== id);
  ledger.reviews = ledger.reviews.filter((review) => review.bookId !== id);
  delete ledger.covers[id];
  await shop.save();
  return { status: 204 };
}

/** The book that the path names; a 404 where it isn't on the shelf. */
export function findBook(call: Call, shop: Shop): Book {
  const id = call.params["bookId"] ?? "";
  const book = shop.ledger.books.find((one) => String(one.id) === id);
  if (book === undefined) throw notFound("book", id);
  return book;
}

/** Query parameters by name, with the types that the fields check. */
function readQuery(query: URLSearchParams): Record<string, unknown> {
  const numbers = ["maxPrice", "after", "limit"];
  const values: Record<string, unknown> = {};
  for (const [name, value] of query) {
    values[name] = numbers.includes(name) ? Number(value) : value;
  }
  return query.has("genre")
    ? { ...values, genre: query.getAll("genre") }
    : values;
}
