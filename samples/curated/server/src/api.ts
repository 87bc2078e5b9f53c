/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  findBooks: {
    arguments: {
      q?: string;
      genre?: components["schemas"]["Genre"][];
      limit?: number;
    };
    answer: components["schemas"]["BookPage"];
  };
  getBook: {
    arguments: {
      bookId: number;
    };
    answer: components["schemas"]["Book"];
  };
  getShop: {
    arguments: Record<string, never>;
    answer: components["schemas"]["Shop"];
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
    BookPage: {
      books: components["schemas"]["Book"][];
      total: number;
      next: number | null;
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
  };
}
