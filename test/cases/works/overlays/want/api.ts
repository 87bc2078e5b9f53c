/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  getItem: getItemOperation;
  listItems: listItemsOperation;
  listThings: listThingsOperation;
}

export type getItemOperation = {
  arguments: {
    /** ID of the item. */
    id: string;
  };
  answer: unknown;
};
export type listItemsOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type listThingsOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
