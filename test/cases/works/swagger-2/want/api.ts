/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addPet: {
    arguments: components["schemas"]["Pet"];
    answer: components["schemas"]["Pet"];
  };
  addPhoto: {
    arguments: {
      /** ID of the pet. */
      id: number;
      /** A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`. */
      photo: string | {
        data: string;
        filename?: string;
        contentType?: string;
      } | {
        text: string;
        filename?: string;
        contentType?: string;
      };
      caption?: string;
    };
    answer: undefined;
  };
  listPets: {
    arguments: {
      tags?: string[];
      ids?: number[];
    };
    answer: components["schemas"]["Pet"][];
  };
}

export interface components {
  schemas: {
    Pet: {
      name: string;
      /** (exclusiveMinimum: 0) */
      age?: number;
      owner?: string | null;
    };
  };
}
