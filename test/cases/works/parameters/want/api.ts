/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  placeBook: placeBookOperation;
  readPlace: readPlaceOperation;
  writePlace: writePlaceOperation;
}

export type placeBookOperation = {
  arguments: {
    /** ID of the shelve. */
    id__path: number;
    isbn: string[];
    /** Same name, another place. */
    id__query?: string;
    filter_name?: string;
    /** (default: 10) */
    top?: number;
    where?: {
      price?: number;
    };
    tags?: string[];
    X_Trace?: string;
    session__cookie?: string;
    query?: {
      [key: string]: unknown;
    };
    note: string;
    session?: boolean;
  };
  answer: undefined;
};
export type readPlaceOperation = {
  arguments: {
    /** Where to look. */
    arg_ed84a1: string;
    /** How large. */
    gr_e__query?: Size;
    /** Named "gr-e" in the API. */
    gr_e__query_2?: string;
  };
  answer: undefined;
};
export type writePlaceOperation = {
  arguments: Omit<Place, "größe"> & {
    /** Where to look. */
    arg_ed84a1: string;
    /** How large. */
    gr_e: Size;
  };
  answer: undefined;
};
export type Place = {
  /** How large. */
  "größe": Size;
  name?: string;
};
export type Size = number;
