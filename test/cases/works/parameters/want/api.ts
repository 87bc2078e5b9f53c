/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  placeBook: {
    arguments: {
      id__path: number;
      isbn: string[];
      id__query?: string;
      filter_name?: string;
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
      arg_ed84a1: string;
      gr_e__query?: components["schemas"]["Size"];
      gr_e__query_2?: string;
    };
    answer: undefined;
  };
  writePlace: {
    arguments: Omit<components["schemas"]["Place"], "größe"> & {
      arg_ed84a1: string;
      gr_e: components["schemas"]["Size"];
    };
    answer: undefined;
  };
}

export interface components {
  schemas: {
    Place: {
      "größe": components["schemas"]["Size"];
      name?: string;
    };
    Size: number;
  };
}
