export { getBook } from "./get-book.js";
export { getCover } from "./get-cover.js";
export { getOrder } from "./get-order.js";
export { listReviews } from "./list-reviews.js";
