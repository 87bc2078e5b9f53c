export { default as createLoan } from "./create-loan.js";
export { default as extendLoan } from "./extend-loan.js";
export { default as getBook } from "./get-book.js";
export { default as returnBook } from "./return-book.js";
export { default as searchBooks } from "./search-books.js";
