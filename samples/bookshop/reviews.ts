import { findBook } from "./books.js";
import { integer, nullable, optional, readFields, text } from "./fields.js";
import { json, readJson } from "./http.js";
import type { Review } from "./ledger.js";
import type { Call, Reply } from "./router.js";
import type { Shop } from "./shop.js";

const stars = integer(1, 5);

const reviewFields = {
  stars,
  text: text(2000),
  reader: optional(nullable(text(80))),
};

/** GET /books/{bookId}/reviews */
export function listReviews(call: Call, shop: Shop): Reply {
  const { id } = findBook(call, shop);
  const given = call.query.get("minStars");
  const query = given === null ? {} : { minStars: Number(given) };
  const { minStars = 1 } = readFields(query, { minStars: optional(stars) });
  const reviews = shop.ledger.reviews.filter(
    (review) => review.bookId === id && review.stars >= minStars,
  );
  return json(200, reviews);
}

/** POST /books/{bookId}/reviews */
export async function addReview(call: Call, shop: Shop): Promise<Reply> {
  const { id: bookId } = findBook(call, shop);
  const fields = readFields(readJson(call), reviewFields);
  const review: Review = {
    id: shop.nextId(),
    bookId,
    ...fields,
    reader: fields.reader ?? null,
    postedAt: new Date().toISOString(),
  };
  shop.ledger.reviews.push(review);
  await shop.save();
  return json(201, review);
}
