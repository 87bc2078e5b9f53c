/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addPet: addPetOperation;
  addPhoto: addPhotoOperation;
  listPets: listPetsOperation;
}

export type addPetOperation = {
  arguments: Pet;
  answer: Pet;
};
export type addPhotoOperation = {
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
export type listPetsOperation = {
  arguments: {
    tags?: string[];
    ids?: number[];
  };
  answer: Pet[];
};
export type Pet = {
  name: string;
  /** (exclusiveMinimum: 0) */
  age?: number;
  owner?: string | null;
};
