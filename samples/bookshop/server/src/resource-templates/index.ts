export { default as getBook } from "./get-book.js";
export { default as getCover } from "./get-cover.js";
export { default as getOrder } from "./get-order.js";
export { default as listReviews } from "./list-reviews.js";
