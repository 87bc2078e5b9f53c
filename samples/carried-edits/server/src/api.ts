/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  createLoan: createLoanOperation;
  discardBook: discardBookOperation;
  extendLoan: extendLoanOperation;
  getBook: getBookOperation;
  returnBook: returnBookOperation;
  searchBooks: searchBooksOperation;
}

export type createLoanOperation = {
  arguments: NewLoan;
  answer: Loan;
};
export type discardBookOperation = {
  arguments: {
    /** ID of the book. */
    bookId: number;
  };
  answer: undefined;
};
export type extendLoanOperation = {
  arguments: {
    /** ID of the loan. */
    loanId: number;
  };
  answer: Loan;
};
export type getBookOperation = {
  arguments: {
    /** ID of the book. */
    bookId: number;
  };
  answer: Book;
};
export type returnBookOperation = {
  arguments: {
    /** ID of the loan. */
    loanId: number;
    damaged?: boolean;
  };
  answer: Loan;
};
export type searchBooksOperation = {
  arguments: {
    /** Words in title or author. */
    q?: string;
    shelf?: string;
    /** (default: 10, maximum: 50) */
    limit?: number;
  };
  answer: Book[];
};
export type Book = {
  id?: number;
  title?: string;
  author?: string;
  available?: boolean;
  shelf?: string;
};
export type Loan = {
  id?: number;
  book?: Book;
  /** (format: date) */
  due?: string;
};
export type NewLoan = {
  bookId: number;
  /** Number of the reader's card. */
  reader: string;
  /** (default: 28) */
  days?: number;
};
