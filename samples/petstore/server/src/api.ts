/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  createPet: createPetOperation;
  deletePet: deletePetOperation;
  findPetsByStatus: findPetsByStatusOperation;
  getCategories: getCategoriesOperation;
  getOrder: getOrderOperation;
  getPet: getPetOperation;
  getPhoto: getPhotoOperation;
  listPets: listPetsOperation;
  placeOrder: placeOrderOperation;
  replacePet: replacePetOperation;
  updatePetWithForm: updatePetWithFormOperation;
  uploadPhoto: uploadPhotoOperation;
}

export type createPetOperation = {
  arguments: NewPet & {
    /** Only check, and store nothing. (default: false) */
    dryRun?: boolean;
  };
  answer: Pet;
};
export type deletePetOperation = {
  arguments: petIdArgument;
  answer: undefined;
};
export type findPetsByStatusOperation = {
  arguments: {
    /** One status or several. (minItems: 1) */
    status: Status[];
  };
  answer: Pet[];
};
export type getCategoriesOperation = {
  arguments: {
    /** Language of the names. (default: "en") */
    lang?: "de" | "en" | "fr";
  };
  answer: Category;
};
export type getOrderOperation = {
  arguments: {
    /** ID of the order. (format: int64) */
    orderId: number | string;
  };
  answer: Order;
};
export type getPetOperation = {
  arguments: petIdArgument & {
    /** Only these properties, joined by `|`. */
    fields?: ("name" | "species" | "status" | "category" | "tags")[];
  };
  answer: Pet;
};
export type getPhotoOperation = {
  arguments: petIdArgument & {
    /** ID of the photo. (format: uuid) */
    photoId: string;
  };
  answer: Uint8Array;
};
export type listPetsOperation = {
  arguments: {
    /** Only these species. */
    species?: Species[];
    /** Properties that a pet must have. */
    filter?: {
      color?: string;
      /** In years. (minimum: 0) */
      maxAge?: number;
      vaccinated?: boolean;
    };
    /** Most pets on one page. (default: 20, minimum: 1, maximum: 100) */
    limit?: number;
    /** (default: 0, minimum: 0) */
    offset?: number;
    /** Shows up in the shop's logs. (maxLength: 64) */
    X_Trace_Id?: string;
  };
  answer: Pet[];
};
export type placeOrderOperation = {
  arguments: NewOrder;
  answer: Order;
};
export type replacePetOperation = {
  arguments: petIdArgument & NewPet & {
    /** The ETag of the pet as it was read. */
    If_Match: string;
  };
  answer: Pet;
};
export type updatePetWithFormOperation = {
  arguments: petIdArgument & {
    name?: string;
    status?: Status;
    tags?: string[];
  };
  answer: undefined;
};
export type uploadPhotoOperation = {
  arguments: petIdArgument & {
    /** A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`. */
    file: string | {
      data: string;
      filename?: string;
      contentType?: string;
    } | {
      text: string;
      filename?: string;
      contentType?: string;
    };
    caption?: string;
    taken?: Place;
  };
  answer: {
    /** (format: uuid) */
    photoId: string;
  };
};
export type petIdArgument = {
  /** ID of the pet. (format: int64) */
  petId: number | string;
};
export type CardPayment = {
  method: "card";
  token: string;
};
export type Category = {
  name: string;
  children?: Category[];
};
export type NewOrder = {
  /** (minItems: 1) */
  petIds: (number | string)[];
  payment: Payment;
  note?: string | null;
};
export type NewPet = {
  /** (minLength: 1) */
  name: string;
  species: Species;
  /** (format: date) */
  birthday?: string | null;
  status?: Status;
  category?: Category;
  tags?: string[];
};
export type Order = NewOrder & {
  /** (format: int64) */
  id: number | string;
  /** (format: date-time) */
  placedAt: string;
};
export type Payment = CardPayment | VoucherPayment;
export type Pet = NewPet & {
  /** (format: int64) */
  id: number | string;
  photoIds?: string[];
};
export type Place = {
  /** (minimum: -90, maximum: 90) */
  latitude?: number;
  /** (minimum: -180, maximum: 180) */
  longitude?: number;
};
export type Species = "cat" | "dog" | "bird" | "fish";
export type Status = "available" | "reserved" | "sold";
export type VoucherPayment = {
  method: "voucher";
  code: string;
};
