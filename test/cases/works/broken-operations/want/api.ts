/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  badPattern: badPatternOperation;
  fine: fineOperation;
  fine_get_4167ed: fine_get_4167edOperation;
  noSchema: noSchemaOperation;
  undeclared: undeclaredOperation;
}

export type badPatternOperation = {
  arguments: {
    a?: string;
  };
  answer: undefined;
};
export type fineOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type fine_get_4167edOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type noSchemaOperation = {
  arguments: {
    /** Any value. */
    body?: unknown;
  };
  answer: undefined;
};
export type undeclaredOperation = {
  arguments: {
    /** ID of the undeclared. */
    id: string;
  };
  answer: unknown;
};
