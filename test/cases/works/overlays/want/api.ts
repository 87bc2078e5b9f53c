/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  getItem: {
    arguments: {
      /** ID of the item. */
      id: string;
    };
    answer: unknown;
  };
  listItems: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  listThings: {
    arguments: Record<string, never>;
    answer: unknown;
  };
}

export interface components {
  schemas: Record<string, never>;
}
