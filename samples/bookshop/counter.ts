import { setTimeout as pause } from "node:timers/promises";
import { integer, number, oneOf, optional, readFields } from "./fields.js";
import { json, readJson } from "./http.js";
import { genres } from "./ledger.js";
import type { Book } from "./ledger.js";
import { conflict } from "./problem.js";
import type { Call, Reply } from "./router.js";
import type { Shop } from "./shop.js";

/** GET /shop */
export function getShop(_call: Call, shop: Shop): Reply {
  const weekday = { opens: "09:00", closes: "18:30" };
  return json(200, {
    name: "The Corner Bookshop",
    motto: null,
    books: shop.ledger.books.length,
    openingHours: {
      monday: null,
      tuesday: weekday,
      wednesday: weekday,
      thursday: weekday,
      friday: weekday,
      saturday: { opens: "10:00", closes: "16:00" },
      sunday: null,
    },
  });
}

/** POST /recommendations: the bookseller names one book after the other. */
export function recommend(call: Call, shop: Shop): Reply {
  const { genre, count = 3 } = readFields(readJson(call), {
    genre: optional(oneOf(genres)),
    count: optional(integer(1, 5)),
  });
  const books = shop.ledger.books
    .filter((book) => book.stock > 0 && book.genre === (genre ?? book.genre))
    .slice(0, count);
  return {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: recommendations(books, call.signal),
  };
}

/** GET /stocktake */
export function getStocktake(_call: Call, shop: Shop): Reply {
  return json(200, shop.stocktake);
}

/** POST /stocktake: goes from shelf to shelf until all are counted or the caller hangs up. */
export async function takeStock(call: Call, shop: Shop): Promise<Reply> {
  const { secondsPerShelf = 1 } = readFields(readJson(call), {
    secondsPerShelf: optional(number(0, 60)),
  });
  if (shop.stocktake.state === "running") {
    throw conflict("A stocktake is under way.");
  }
  shop.stocktake = { state: "running", shelvesCounted: 0, booksCounted: 0 };
  try {
    for (const genre of genres) {
      await pause(secondsPerShelf * 1000, undefined, { signal: call.signal });
      countShelf(genre, shop);
    }
  } catch (error) {
    shop.stocktake = { ...shop.stocktake, state: "abandoned" };
    throw error;
  }
  shop.stocktake = { ...shop.stocktake, state: "finished" };
  return json(200, shop.stocktake);
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
async function* recommendations(
  books: readonly Book[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (const { id, title, authors } of books) {
    await pause(40, undefined, { signal });
    const data = JSON.stringify({ bookId: id, title, authors });
    yield `event: recommendation\nid: ${id}\ndata: ${data}\n\n`;
  }
}

function countShelf(genre: string, shop: Shop): void {
  const { shelvesCounted, booksCounted } = shop.stocktake;
  const shelf = shop.ledger.books.filter((book) => book.genre === genre);
  const books = shelf.reduce((sum, book) => sum + book.stock, 0);
  shop.stocktake = {
    state: "running",
    shelvesCounted: shelvesCounted + 1,
    booksCounted: booksCounted + books,
  };
}
