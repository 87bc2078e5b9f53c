/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  badPattern: {
    arguments: {
      a?: string;
    };
    answer: undefined;
  };
  fine: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  fine_4167ed: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  noSchema: {
    arguments: {
      /** Any value. */
      body?: unknown;
    };
    answer: undefined;
  };
  undeclared: {
    arguments: {
      /** ID of the undeclared. */
      id: string;
    };
    answer: unknown;
  };
}

export interface components {
  schemas: Record<string, never>;
}
