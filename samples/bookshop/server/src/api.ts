/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addBook: addBookOperation;
  addReview: addReviewOperation;
  changeBook: changeBookOperation;
  exportCatalogue: exportCatalogueOperation;
  getBook: getBookOperation;
  getCover: getCoverOperation;
  getOrder: getOrderOperation;
  getShop: getShopOperation;
  getStocktake: getStocktakeOperation;
  listBooks: listBooksOperation;
  listReviews: listReviewsOperation;
  placeOrder: placeOrderOperation;
  printReceipt: printReceiptOperation;
  recommend: recommendOperation;
  removeBook: removeBookOperation;
  setCover: setCoverOperation;
  takeStock: takeStockOperation;
}

export type addBookOperation = {
  arguments: Omit<Book, "id" | "addedAt">;
  answer: Book;
};
export type addReviewOperation = {
  arguments: bookIdArgument & Omit<Review, "id" | "bookId" | "postedAt">;
  answer: Review;
};
export type changeBookOperation = {
  arguments: bookIdArgument & BookChanges;
  answer: Book;
};
export type exportCatalogueOperation = {
  arguments: Record<string, never>;
  answer: string;
};
export type getBookOperation = {
  arguments: bookIdArgument;
  answer: Book;
};
export type getCoverOperation = {
  arguments: bookIdArgument & {
    /** Size of a drawn cover. (default: "small") */
    size?: "small" | "large";
  };
  answer: Uint8Array;
};
export type getOrderOperation = {
  arguments: orderIdArgument;
  answer: Order;
};
export type getShopOperation = {
  arguments: Record<string, never>;
  answer: Shop;
};
export type getStocktakeOperation = {
  arguments: Record<string, never>;
  answer: Stocktake;
};
export type listBooksOperation = {
  arguments: {
    /** Words to look for in title and authors, in any case. (maxLength: 100) */
    q?: string;
    /** Only these genres. (minItems: 1, maxItems: 5) */
    genre?: Genre[];
    /** Highest price in euro. (minimum: 0, maximum: 1000) */
    maxPrice?: number;
    /** True lists what can be bought today, false what is sold out. */
    inStock?: boolean;
    /** Continue behind this id, the `next` of the page before. (minimum: 0) */
    after?: number;
    /** Most books on one page. (default: 20, minimum: 1, maximum: 50) */
    limit?: number;
  };
  answer: BookPage;
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
export type printReceiptOperation = {
  arguments: orderIdArgument & {
    /** (default: 1, minimum: 1, maximum: 10) */
    copies?: number;
  };
  answer: undefined;
};
export type recommendOperation = {
  arguments: {
    genre?: Genre;
    /** How many books at most. (default: 3, minimum: 1, maximum: 5) */
    count?: number;
  };
  answer: unknown;
};
export type removeBookOperation = {
  arguments: bookIdArgument;
  answer: undefined;
};
export type setCoverOperation = {
  arguments: bookIdArgument & {
    /** The picture. A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`. */
    image: string | {
      data: string;
      filename?: string;
      contentType?: string;
    } | {
      text: string;
      filename?: string;
      contentType?: string;
    };
    /** Who made it. (minLength: 1, maxLength: 100) */
    credit?: string;
  };
  answer: CoverReceipt;
};
export type takeStockOperation = {
  arguments: {
    /** (default: 1, minimum: 0, maximum: 60) */
    secondsPerShelf?: number;
  };
  answer: Stocktake;
};
export type bookIdArgument = {
  /** The book's id. */
  bookId: number;
};
export type orderIdArgument = {
  /** The order's id. */
  orderId: number;
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
export type BookChanges = {
  /** (minLength: 1, maxLength: 200) */
  title?: string;
  /** (minLength: 1, maxLength: 200) */
  subtitle?: string | null;
  /** In euro. (minimum: 0, maximum: 1000) */
  price?: number;
  /** Copies that can be sold. (minimum: 0, maximum: 10000) */
  stock?: number;
};
export type BookPage = {
  books: Book[];
  /** How many books meet the conditions, on all pages. */
  total: number;
  /** What to give as `after` for the next page; null on the last one. */
  next: number | null;
};
export type CoverReceipt = {
  bookId: number;
  contentType: "image/png" | "image/jpeg";
  bytes: number;
  filename: string;
  credit: string | null;
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
export type Stocktake = {
  state: "never" | "running" | "finished" | "abandoned";
  shelvesCounted: number;
  booksCounted: number;
};
