/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addBook: {
    arguments: Omit<components["schemas"]["Book"], "id" | "addedAt">;
    answer: components["schemas"]["Book"];
  };
  addReview: {
    arguments: components["parameters"]["bookId"] & Omit<components["schemas"]["Review"], "id" | "bookId" | "postedAt">;
    answer: components["schemas"]["Review"];
  };
  changeBook: {
    arguments: components["parameters"]["bookId"] & components["schemas"]["BookChanges"];
    answer: components["schemas"]["Book"];
  };
  exportCatalogue: {
    arguments: Record<string, never>;
    answer: string;
  };
  getBook: {
    arguments: components["parameters"]["bookId"];
    answer: components["schemas"]["Book"];
  };
  getCover: {
    arguments: components["parameters"]["bookId"] & {
      /** Size of a drawn cover. (default: "small") */
      size?: "small" | "large";
    };
    answer: Uint8Array;
  };
  getOrder: {
    arguments: components["parameters"]["orderId"];
    answer: components["schemas"]["Order"];
  };
  getShop: {
    arguments: Record<string, never>;
    answer: components["schemas"]["Shop"];
  };
  getStocktake: {
    arguments: Record<string, never>;
    answer: components["schemas"]["Stocktake"];
  };
  listBooks: {
    arguments: {
      /** Words to look for in title and authors, in any case. (maxLength: 100) */
      q?: string;
      /** Only these genres. (minItems: 1, maxItems: 5) */
      genre?: components["schemas"]["Genre"][];
      /** Highest price in euro. (minimum: 0, maximum: 1000) */
      maxPrice?: number;
      /** True lists what can be bought today, false what is sold out. */
      inStock?: boolean;
      /** Continue behind this id, the `next` of the page before. (minimum: 0) */
      after?: number;
      /** Most books on one page. (default: 20, minimum: 1, maximum: 50) */
      limit?: number;
    };
    answer: components["schemas"]["BookPage"];
  };
  listReviews: {
    arguments: components["parameters"]["bookId"] & {
      /** Only reviews with at least this many stars. (minimum: 1, maximum: 5) */
      minStars?: components["schemas"]["Stars"];
    };
    answer: components["schemas"]["Review"][];
  };
  placeOrder: {
    arguments: Omit<components["schemas"]["Order"], "id" | "total" | "placedAt">;
    answer: components["schemas"]["Order"];
  };
  printReceipt: {
    arguments: components["parameters"]["orderId"] & {
      /** (default: 1, minimum: 1, maximum: 10) */
      copies?: number;
    };
    answer: undefined;
  };
  recommend: {
    arguments: {
      genre?: components["schemas"]["Genre"];
      /** How many books at most. (default: 3, minimum: 1, maximum: 5) */
      count?: number;
    };
    answer: unknown;
  };
  removeBook: {
    arguments: components["parameters"]["bookId"];
    answer: undefined;
  };
  setCover: {
    arguments: components["parameters"]["bookId"] & {
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
    answer: components["schemas"]["CoverReceipt"];
  };
  takeStock: {
    arguments: {
      /** (default: 1, minimum: 0, maximum: 60) */
      secondsPerShelf?: number;
    };
    answer: components["schemas"]["Stocktake"];
  };
}

export interface components {
  parameters: {
    bookId: {
      /** The book's id. */
      bookId: number;
    };
    orderId: {
      /** The order's id. */
      orderId: number;
    };
  };
  schemas: {
    Book: {
      id: number;
      /** ISBN-13 without hyphens. */
      isbn: string;
      /** (minLength: 1, maxLength: 200) */
      title: string;
      /** (minLength: 1, maxLength: 200) */
      subtitle?: string | null;
      /** (minItems: 1, maxItems: 10) */
      authors: string[];
      genre: components["schemas"]["Genre"];
      /** In euro. (minimum: 0, maximum: 1000) */
      price: number;
      /** Copies that can be sold. (default: 0, minimum: 0, maximum: 10000) */
      stock?: number;
      /** Day of the first edition, where it is known. (format: date) */
      publishedOn?: string | null;
      /** (format: date-time) */
      addedAt: string;
    };
    BookChanges: {
      /** (minLength: 1, maxLength: 200) */
      title?: string;
      /** (minLength: 1, maxLength: 200) */
      subtitle?: string | null;
      /** In euro. (minimum: 0, maximum: 1000) */
      price?: number;
      /** Copies that can be sold. (minimum: 0, maximum: 10000) */
      stock?: number;
    };
    BookPage: {
      books: components["schemas"]["Book"][];
      /** How many books meet the conditions, on all pages. */
      total: number;
      /** What to give as `after` for the next page; null on the last one. */
      next: number | null;
    };
    CoverReceipt: {
      bookId: number;
      contentType: "image/png" | "image/jpeg";
      bytes: number;
      filename: string;
      credit: string | null;
    };
    Genre: "novel" | "mystery" | "science" | "fantasy" | "children";
    Hours: {
      opens: string;
      closes: string;
    };
    Order: {
      id: number;
      /** (minItems: 1, maxItems: 20) */
      lines: components["schemas"]["OrderLine"][];
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
    OrderLine: {
      /** (minimum: 1) */
      bookId: number;
      /** (minimum: 1, maximum: 100) */
      quantity: number;
    };
    Review: {
      id: number;
      bookId: number;
      /** (minimum: 1, maximum: 5) */
      stars: components["schemas"]["Stars"];
      /** (minLength: 1, maxLength: 2000) */
      text: string;
      /** A first name; null for those who would rather not say. (minLength: 1, maxLength: 80) */
      reader?: string | null;
      /** (format: date-time) */
      postedAt: string;
    };
    Shop: {
      name: string;
      motto: string | null;
      /** How many titles the shop has. */
      books: number;
      /** By weekday; null on days when the shop is closed. */
      openingHours: {
        [key: string]: components["schemas"]["Hours"] | null;
      };
    };
    Stars: number;
    Stocktake: {
      state: "never" | "running" | "finished" | "abandoned";
      shelvesCounted: number;
      booksCounted: number;
    };
  };
}
