/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addBook: {
    arguments: Omit<components["schemas"]["Book"], "id" | "addedAt">;
    answer: components["schemas"]["Book"];
  };
  addReview: {
    arguments: Omit<components["schemas"]["Review"], "id" | "bookId" | "postedAt"> & {
      bookId: number;
    };
    answer: components["schemas"]["Review"];
  };
  changeBook: {
    arguments: components["schemas"]["BookChanges"] & {
      bookId: number;
    };
    answer: components["schemas"]["Book"];
  };
  exportCatalogue: {
    arguments: Record<string, never>;
    answer: string;
  };
  getBook: {
    arguments: {
      bookId: number;
    };
    answer: components["schemas"]["Book"];
  };
  getCover: {
    arguments: {
      bookId: number;
      size?: "small" | "large";
    };
    answer: Uint8Array;
  };
  getOrder: {
    arguments: {
      orderId: number;
    };
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
      q?: string;
      genre?: components["schemas"]["Genre"][];
      maxPrice?: number;
      inStock?: boolean;
      after?: number;
      limit?: number;
    };
    answer: components["schemas"]["BookPage"];
  };
  listReviews: {
    arguments: {
      bookId: number;
      minStars?: components["schemas"]["Stars"];
    };
    answer: components["schemas"]["Review"][];
  };
  placeOrder: {
    arguments: Omit<components["schemas"]["Order"], "id" | "total" | "placedAt">;
    answer: components["schemas"]["Order"];
  };
  printReceipt: {
    arguments: {
      orderId: number;
      copies?: number;
    };
    answer: undefined;
  };
  recommend: {
    arguments: {
      genre?: components["schemas"]["Genre"];
      count?: number;
    };
    answer: unknown;
  };
  removeBook: {
    arguments: {
      bookId: number;
    };
    answer: undefined;
  };
  setCover: {
    arguments: {
      bookId: number;
      image: string | {
        data?: string;
        text?: string;
        filename?: string;
        contentType?: string;
      };
      credit?: string;
    };
    answer: components["schemas"]["CoverReceipt"];
  };
  takeStock: {
    arguments: {
      secondsPerShelf?: number;
    };
    answer: components["schemas"]["Stocktake"];
  };
}

export interface components {
  schemas: {
    Book: {
      id: number;
      isbn: string;
      title: string;
      subtitle?: string | null;
      authors: string[];
      genre: components["schemas"]["Genre"];
      price: number;
      stock?: number;
      publishedOn?: string | null;
      addedAt: string;
    };
    BookChanges: {
      title?: string;
      subtitle?: string | null;
      price?: number;
      stock?: number;
    };
    BookPage: {
      books: components["schemas"]["Book"][];
      total: number;
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
      lines: components["schemas"]["OrderLine"][];
      customer: {
        name: string;
        email: string;
      };
      giftNote?: string | null;
      total: number;
      placedAt: string;
    };
    OrderLine: {
      bookId: number;
      quantity: number;
    };
    Review: {
      id: number;
      bookId: number;
      stars: components["schemas"]["Stars"];
      text: string;
      reader?: string | null;
      postedAt: string;
    };
    Shop: {
      name: string;
      motto: string | null;
      books: number;
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
