/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  placeBook: {
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
  readPlace: {
    arguments: {
      /** Where to look. */
      arg_ed84a1: string;
      /** How large. */
      gr_e__query?: components["schemas"]["Size"];
      /** Named "gr-e" in the API. */
      gr_e__query_2?: string;
    };
    answer: undefined;
  };
  writePlace: {
    arguments: Omit<components["schemas"]["Place"], "größe"> & {
      /** Where to look. */
      arg_ed84a1: string;
      /** How large. */
      gr_e: components["schemas"]["Size"];
    };
    answer: undefined;
  };
}

export interface components {
  schemas: {
    Place: {
      /** How large. */
      "größe": components["schemas"]["Size"];
      name?: string;
    };
    Size: number;
  };
}
