/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  byBoth: byBothOperation;
  byEither: byEitherOperation;
  byKey: byKeyOperation;
  byNobody: byNobodyOperation;
  byUnknown: byUnknownOperation;
}

export type byBothOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type byEitherOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type byKeyOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type byNobodyOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type byUnknownOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
