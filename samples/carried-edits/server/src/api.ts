/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  createLoan: {
    arguments: components["schemas"]["NewLoan"];
    answer: components["schemas"]["Loan"];
  };
  discardBook: {
    arguments: {
      /** ID of the book. */
      bookId: number;
    };
    answer: undefined;
  };
  extendLoan: {
    arguments: {
      /** ID of the loan. */
      loanId: number;
    };
    answer: components["schemas"]["Loan"];
  };
  getBook: {
    arguments: {
      /** ID of the book. */
      bookId: number;
    };
    answer: components["schemas"]["Book"];
  };
  returnBook: {
    arguments: {
      /** ID of the loan. */
      loanId: number;
      damaged?: boolean;
    };
    answer: components["schemas"]["Loan"];
  };
  searchBooks: {
    arguments: {
      /** Words in title or author. */
      q?: string;
      shelf?: string;
      /** (default: 10, maximum: 50) */
      limit?: number;
    };
    answer: components["schemas"]["Book"][];
  };
}

export interface components {
  schemas: {
    Book: {
      id?: number;
      title?: string;
      author?: string;
      available?: boolean;
      shelf?: string;
    };
    Loan: {
      id?: number;
      book?: components["schemas"]["Book"];
      /** (format: date) */
      due?: string;
    };
    NewLoan: {
      bookId: number;
      /** Number of the reader's card. */
      reader: string;
      /** (default: 28) */
      days?: number;
    };
  };
}
