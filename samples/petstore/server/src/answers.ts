// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Schemas } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. */
export const answers: Schemas = {
  CardPayment: {
    properties: {
      method: {},
      token: {},
    },
  },
  Category: {
    properties: {
      name: {},
      children: {
        items: {
          $ref: "#/$defs/Category",
        },
      },
    },
  },
  NewOrder: {
    properties: {
      petIds: {},
      payment: {
        $ref: "#/$defs/Payment",
      },
      note: {},
    },
  },
  NewPet: {
    properties: {
      name: {},
      species: {
        $ref: "#/$defs/Species",
      },
      birthday: {},
      status: {
        $ref: "#/$defs/Status",
      },
      category: {
        $ref: "#/$defs/Category",
      },
      tags: {},
    },
  },
  Order: {
    allOf: [
      {
        $ref: "#/$defs/NewOrder",
      },
      {
        properties: {
          id: {},
          placedAt: {},
        },
      },
    ],
  },
  Payment: {
    oneOf: [
      {
        $ref: "#/$defs/CardPayment",
      },
      {
        $ref: "#/$defs/VoucherPayment",
      },
    ],
  },
  Pet: {
    allOf: [
      {
        $ref: "#/$defs/NewPet",
      },
      {
        properties: {
          id: {},
          photoIds: {},
        },
      },
    ],
  },
  Species: {},
  Status: {},
  VoucherPayment: {
    properties: {
      method: {},
      code: {},
    },
  },
};
