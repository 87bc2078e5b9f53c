/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  createPet: {
    arguments: components["schemas"]["NewPet"] & {
      dryRun?: boolean;
    };
    answer: components["schemas"]["Pet"];
  };
  deletePet: {
    arguments: {
      petId: number;
    };
    answer: undefined;
  };
  findPetsByStatus: {
    arguments: {
      status: components["schemas"]["Status"][];
    };
    answer: components["schemas"]["Pet"][];
  };
  getCategories: {
    arguments: {
      lang?: "de" | "en" | "fr";
    };
    answer: components["schemas"]["Category"];
  };
  getOrder: {
    arguments: {
      orderId: number;
    };
    answer: components["schemas"]["Order"];
  };
  getPet: {
    arguments: {
      petId: number;
      fields?: ("name" | "species" | "status" | "category" | "tags")[];
    };
    answer: components["schemas"]["Pet"];
  };
  getPhoto: {
    arguments: {
      petId: number;
      photoId: string;
    };
    answer: Uint8Array;
  };
  listPets: {
    arguments: {
      species?: components["schemas"]["Species"][];
      filter?: {
        color?: string;
        maxAge?: number;
        vaccinated?: boolean;
      };
      limit?: number;
      offset?: number;
      X_Trace_Id?: string;
    };
    answer: components["schemas"]["Pet"][];
  };
  placeOrder: {
    arguments: components["schemas"]["NewOrder"];
    answer: components["schemas"]["Order"];
  };
  replacePet: {
    arguments: components["schemas"]["NewPet"] & {
      petId: number;
      If_Match: string;
    };
    answer: components["schemas"]["Pet"];
  };
  updatePetWithForm: {
    arguments: {
      petId: number;
      name?: string;
      status?: components["schemas"]["Status"];
      tags?: string[];
    };
    answer: undefined;
  };
  uploadPhoto: {
    arguments: {
      petId: number;
      file: string | {
        data?: string;
        text?: string;
        filename?: string;
        contentType?: string;
      };
      caption?: string;
      taken?: components["schemas"]["Place"];
    };
    answer: {
      photoId: string;
    };
  };
}

export interface components {
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
      petIds: number[];
      payment: components["schemas"]["Payment"];
      note?: string | null;
    };
    NewPet: {
      name: string;
      species: components["schemas"]["Species"];
      birthday?: string | null;
      status?: components["schemas"]["Status"];
      category?: components["schemas"]["Category"];
      tags?: string[];
    };
    Order: components["schemas"]["NewOrder"] & {
      id: number;
      placedAt: string;
    };
    Payment: components["schemas"]["CardPayment"] | components["schemas"]["VoucherPayment"];
    Pet: components["schemas"]["NewPet"] & {
      id: number;
      photoIds?: string[];
    };
    Place: {
      latitude?: number;
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
