/**
 * Types of the API, made by openapi-typescript. Not for editing: the next generation replaces them.
 */

export interface operations {
  buy: {
    arguments: {
      item?: string;
    };
    answer: undefined;
  };
  getItem: {
    arguments: {
      id: string;
    };
    answer: undefined;
  };
  listItems: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  report: {
    arguments: Record<string, never>;
    answer: undefined;
  };
}

export interface components {
  schemas: {
  };
}
