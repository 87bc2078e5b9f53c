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
      bookId: number;
    };
    answer: undefined;
  };
  extendLoan: {
    arguments: {
      loanId: number;
    };
    answer: components["schemas"]["Loan"];
  };
  getBook: {
    arguments: {
      bookId: number;
    };
    answer: components["schemas"]["Book"];
  };
  returnBook: {
    arguments: {
      loanId: number;
      damaged?: boolean;
    };
    answer: components["schemas"]["Loan"];
  };
  searchBooks: {
    arguments: {
      q?: string;
      shelf?: string;
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
      due?: string;
    };
    NewLoan: {
      bookId: number;
      reader: string;
      days?: number;
    };
  };
}
