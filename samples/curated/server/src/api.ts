/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  findBooks: {
    arguments: {
      /** A word of a title, or an author. (maxLength: 100) */
      q?: string;
      /** Only these genres. (minItems: 1, maxItems: 5) */
      genre?: components["schemas"]["Genre"][];
      /** Most books on one page. (default: 20, minimum: 1, maximum: 50) */
      limit?: number;
    };
    answer: components["schemas"]["BookPage"];
  };
  getBook: {
    arguments: components["parameters"]["bookId"];
    answer: components["schemas"]["Book"];
  };
  getShop: {
    arguments: Record<string, never>;
    answer: components["schemas"]["Shop"];
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
}

export interface components {
  parameters: {
    bookId: {
      /** The book's id. */
      bookId: number;
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
    BookPage: {
      books: components["schemas"]["Book"][];
      /** How many books meet the conditions, on all pages. */
      total: number;
      /** What to give as `after` for the next page; null on the last one. */
      next: number | null;
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
  };
}
