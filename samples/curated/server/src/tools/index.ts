export { default as findBooks } from "./find-books.js";
export { default as getBook } from "./get-book.js";
export { default as getShop } from "./get-shop.js";
export { default as listReviews } from "./list-reviews.js";
export { default as placeOrder } from "./place-order.js";
