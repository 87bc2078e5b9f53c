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
}

export interface components {
  schemas: {
  };
}
