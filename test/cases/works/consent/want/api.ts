/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addShelf: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  changeShelf: {
    arguments: {
      shelf: string;
    };
    answer: undefined;
  };
  dropBook: {
    arguments: {
      shelf: string;
      isbn: string;
    };
    answer: undefined;
  };
  dropShelf: {
    arguments: {
      shelf: string;
    };
    answer: undefined;
  };
  listShelves: {
    arguments: Record<string, never>;
    answer: unknown;
  };
}

export interface components {
  schemas: Record<string, never>;
}
