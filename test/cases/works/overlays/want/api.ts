/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  getItem: {
    arguments: {
      /** ID of the item. */
      id: string;
    };
    answer: undefined;
  };
  listItems: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  listThings: {
    arguments: Record<string, never>;
    answer: undefined;
  };
}

export interface components {
  schemas: Record<string, never>;
}
