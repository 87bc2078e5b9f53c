/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  chat_completion: chat_completionOperation;
  create_items: create_itemsOperation;
  list_items: list_itemsOperation;
  replace_items: replace_itemsOperation;
  upload_items: upload_itemsOperation;
}

export type chat_completionOperation = {
  arguments: Body_chat_completion_chat_completion_post;
  answer: unknown;
};
export type create_itemsOperation = {
  arguments: Item;
  answer: Item;
};
export type list_itemsOperation = {
  arguments: {
    q?: string;
    kind?: Kind[];
    /** (default: 100, maximum: 100) */
    limit?: number;
  };
  answer: Item[];
};
export type replace_itemsOperation = {
  arguments: Body_replace_items__item_id__put & {
    /** ID of the item. (format: uuid) */
    item_id: string;
  };
  answer: Item;
};
export type upload_itemsOperation = {
  arguments: {
    /** ID of the item. (format: uuid) */
    item_id: string;
    /** A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`. */
    files: (string | {
      data: string;
      filename?: string;
      contentType?: string;
    } | {
      text: string;
      filename?: string;
      contentType?: string;
    })[];
    /** (default: "") */
    note?: string;
  };
  answer: unknown;
};
export type Body_chat_completion_chat_completion_post = {
  text: string;
};
export type Body_replace_items__item_id__put = {
  item: Item;
  user: string;
};
export type Item = {
  /** (minLength: 1) */
  name: string;
  /** (default: "cat") */
  kind?: Kind;
  note?: string | null;
};
export type Kind = "cat" | "dog";
