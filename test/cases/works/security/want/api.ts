/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  byBoth: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  byEither: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  byKey: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  byNobody: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  byUnknown: {
    arguments: Record<string, never>;
    answer: undefined;
  };
}

export interface components {
  schemas: Record<string, never>;
}
