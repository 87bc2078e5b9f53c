/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  buy: buyOperation;
  getItem: getItemOperation;
  listItems: listItemsOperation;
  report: reportOperation;
}

export type buyOperation = {
  arguments: {
    /** Which one. */
    item?: string;
  };
  answer: undefined;
};
export type getItemOperation = {
  arguments: {
    /** Of the item. */
    id: string;
  };
  answer: unknown;
};
export type listItemsOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type reportOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
