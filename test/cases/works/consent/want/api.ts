/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addShelf: addShelfOperation;
  changeShelf: changeShelfOperation;
  dropBook: dropBookOperation;
  dropShelf: dropShelfOperation;
  listShelves: listShelvesOperation;
}

export type addShelfOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type changeShelfOperation = {
  arguments: {
    shelf: string;
  };
  answer: undefined;
};
export type dropBookOperation = {
  arguments: {
    shelf: string;
    isbn: string;
  };
  answer: undefined;
};
export type dropShelfOperation = {
  arguments: {
    shelf: string;
  };
  answer: undefined;
};
export type listShelvesOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
