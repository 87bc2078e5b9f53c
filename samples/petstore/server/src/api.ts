/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  createPet: {
    arguments: components["schemas"]["NewPet"] & {
      /** Only check, and store nothing. (default: false) */
      dryRun?: boolean;
    };
    answer: components["schemas"]["Pet"];
  };
  deletePet: {
    arguments: components["parameters"]["petId"];
    answer: undefined;
  };
  findPetsByStatus: {
    arguments: {
      /** One status or several. (minItems: 1) */
      status: components["schemas"]["Status"][];
    };
    answer: components["schemas"]["Pet"][];
  };
  getCategories: {
    arguments: {
      /** Language of the names. (default: "en") */
      lang?: "de" | "en" | "fr";
    };
    answer: components["schemas"]["Category"];
  };
  getOrder: {
    arguments: {
      /** ID of the order. (format: int64) */
      orderId: number | string;
    };
    answer: components["schemas"]["Order"];
  };
  getPet: {
    arguments: components["parameters"]["petId"] & {
      /** Only these properties, joined by `|`. */
      fields?: ("name" | "species" | "status" | "category" | "tags")[];
    };
    answer: components["schemas"]["Pet"];
  };
  getPhoto: {
    arguments: components["parameters"]["petId"] & {
      /** ID of the photo. (format: uuid) */
      photoId: string;
    };
    answer: Uint8Array;
  };
  listPets: {
    arguments: {
      /** Only these species. */
      species?: components["schemas"]["Species"][];
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
    answer: components["schemas"]["Pet"][];
  };
  placeOrder: {
    arguments: components["schemas"]["NewOrder"];
    answer: components["schemas"]["Order"];
  };
  replacePet: {
    arguments: components["parameters"]["petId"] & components["schemas"]["NewPet"] & {
      /** The ETag of the pet as it was read. */
      If_Match: string;
    };
    answer: components["schemas"]["Pet"];
  };
  updatePetWithForm: {
    arguments: components["parameters"]["petId"] & {
      name?: string;
      status?: components["schemas"]["Status"];
      tags?: string[];
    };
    answer: undefined;
  };
  uploadPhoto: {
    arguments: components["parameters"]["petId"] & {
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
      taken?: components["schemas"]["Place"];
    };
    answer: {
      /** (format: uuid) */
      photoId: string;
    };
  };
}

export interface components {
  parameters: {
    petId: {
      /** ID of the pet. (format: int64) */
      petId: number | string;
    };
  };
  schemas: {
    CardPayment: {
      method: "card";
      token: string;
    };
    Category: {
      name: string;
      children?: components["schemas"]["Category"][];
    };
    NewOrder: {
      /** (minItems: 1) */
      petIds: (number | string)[];
      payment: components["schemas"]["Payment"];
      note?: string | null;
    };
    NewPet: {
      /** (minLength: 1) */
      name: string;
      species: components["schemas"]["Species"];
      /** (format: date) */
      birthday?: string | null;
      status?: components["schemas"]["Status"];
      category?: components["schemas"]["Category"];
      tags?: string[];
    };
    Order: components["schemas"]["NewOrder"] & {
      /** (format: int64) */
      id: number | string;
      /** (format: date-time) */
      placedAt: string;
    };
    Payment: components["schemas"]["CardPayment"] | components["schemas"]["VoucherPayment"];
    Pet: components["schemas"]["NewPet"] & {
      /** (format: int64) */
      id: number | string;
      photoIds?: string[];
    };
    Place: {
      /** (minimum: -90, maximum: 90) */
      latitude?: number;
      /** (minimum: -180, maximum: 180) */
      longitude?: number;
    };
    Species: "cat" | "dog" | "bird" | "fish";
    Status: "available" | "reserved" | "sold";
    VoucherPayment: {
      method: "voucher";
      code: string;
    };
  };
}
