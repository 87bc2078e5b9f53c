export { createLoan } from "./create-loan.js";
export { extendLoan } from "./extend-loan.js";
export { getBook } from "./get-book.js";
export { returnBook } from "./return-book.js";
export { searchBooks } from "./search-books.js";
