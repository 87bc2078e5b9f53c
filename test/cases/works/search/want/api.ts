/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addBook: addBookOperation;
  deleteBook: deleteBookOperation;
  listAuthors: listAuthorsOperation;
  listBooks: listBooksOperation;
}

export type addBookOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type deleteBookOperation = {
  arguments: {
    isbn: string;
  };
  answer: undefined;
};
export type listAuthorsOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type listBooksOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
