/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addBook: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  deleteBook: {
    arguments: {
      isbn: string;
    };
    answer: undefined;
  };
  listAuthors: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  listBooks: {
    arguments: Record<string, never>;
    answer: unknown;
  };
}

export interface components {
  schemas: Record<string, never>;
}
