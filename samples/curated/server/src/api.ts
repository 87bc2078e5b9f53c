/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  findBooks: findBooksOperation;
  getBook: getBookOperation;
  getShop: getShopOperation;
  listReviews: listReviewsOperation;
  placeOrder: placeOrderOperation;
}

export type findBooksOperation = {
  arguments: {
    /** A word of a title, or an author. (maxLength: 100) */
    q?: string;
    /** Only these genres. (minItems: 1, maxItems: 5) */
    genre?: Genre[];
    /** Most books on one page. (default: 20, minimum: 1, maximum: 50) */
    limit?: number;
  };
  answer: BookPage;
};
export type getBookOperation = {
  arguments: bookIdArgument;
  answer: Book;
};
export type getShopOperation = {
  arguments: Record<string, never>;
  answer: Shop;
};
export type listReviewsOperation = {
  arguments: bookIdArgument & {
    /** Only reviews with at least this many stars. (minimum: 1, maximum: 5) */
    minStars?: Stars;
  };
  answer: Review[];
};
export type placeOrderOperation = {
  arguments: Omit<Order, "id" | "total" | "placedAt">;
  answer: Order;
};
export type bookIdArgument = {
  /** The book's id. */
  bookId: number;
};
export type Book = {
  id: number;
  /** ISBN-13 without hyphens. */
  isbn: string;
  /** (minLength: 1, maxLength: 200) */
  title: string;
  /** (minLength: 1, maxLength: 200) */
  subtitle?: string | null;
  /** (minItems: 1, maxItems: 10) */
  authors: string[];
  genre: Genre;
  /** In euro. (minimum: 0, maximum: 1000) */
  price: number;
  /** Copies that can be sold. (default: 0, minimum: 0, maximum: 10000) */
  stock?: number;
  /** Day of the first edition, where it is known. (format: date) */
  publishedOn?: string | null;
  /** (format: date-time) */
  addedAt: string;
};
export type BookPage = {
  books: Book[];
  /** How many books meet the conditions, on all pages. */
  total: number;
  /** What to give as `after` for the next page; null on the last one. */
  next: number | null;
};
export type Genre = "novel" | "mystery" | "science" | "fantasy" | "children";
export type Hours = {
  opens: string;
  closes: string;
};
export type Order = {
  id: number;
  /** (minItems: 1, maxItems: 20) */
  lines: OrderLine[];
  customer: {
    /** (minLength: 1, maxLength: 100) */
    name: string;
    /** (format: email) */
    email: string;
  };
  /** (minLength: 1, maxLength: 500) */
  giftNote?: string | null;
  /** In euro. */
  total: number;
  /** (format: date-time) */
  placedAt: string;
};
export type OrderLine = {
  /** (minimum: 1) */
  bookId: number;
  /** (minimum: 1, maximum: 100) */
  quantity: number;
};
export type Review = {
  id: number;
  bookId: number;
  /** (minimum: 1, maximum: 5) */
  stars: Stars;
  /** (minLength: 1, maxLength: 2000) */
  text: string;
  /** A first name; null for those who would rather not say. (minLength: 1, maxLength: 80) */
  reader?: string | null;
  /** (format: date-time) */
  postedAt: string;
};
export type Shop = {
  name: string;
  motto: string | null;
  /** How many titles the shop has. */
  books: number;
  /** By weekday; null on days when the shop is closed. */
  openingHours: {
    [key: string]: Hours | null;
  };
};
export type Stars = number;
