// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Schemas } from "./runtime/index.js";

/** What arguments and bodies have in common. */
export const schemas: Schemas = {
  arguments: {
    petId: {
      in: "path",
      type: "integer",
      format: "int64",
      description: "ID of the pet.",
    },
  },
  $defs: {
    CardPayment: {
      type: "object",
      required: ["method", "token"],
      properties: {
        method: {
          type: "string",
          enum: ["card"],
        },
        token: {
          type: "string",
        },
      },
    },
    Category: {
      type: "object",
      required: ["name"],
      properties: {
        name: {
          type: "string",
        },
        children: {
          type: "array",
          items: {
            $ref: "#/$defs/Category",
          },
        },
      },
    },
    NewOrder: {
      type: "object",
      required: ["petIds", "payment"],
      properties: {
        petIds: {
          type: "array",
          minItems: 1,
          items: {
            type: "integer",
            format: "int64",
          },
        },
        payment: {
          $ref: "#/$defs/Payment",
        },
        note: {
          type: ["string", "null"],
        },
      },
    },
    NewPet: {
      type: "object",
      required: ["name", "species"],
      properties: {
        name: {
          type: "string",
          minLength: 1,
        },
        species: {
          $ref: "#/$defs/Species",
        },
        birthday: {
          type: ["string", "null"],
          format: "date",
        },
        status: {
          $ref: "#/$defs/Status",
        },
        category: {
          $ref: "#/$defs/Category",
        },
        tags: {
          type: "array",
          items: {
            type: "string",
          },
          uniqueItems: true,
        },
      },
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
    Place: {
      type: "object",
      properties: {
        latitude: {
          type: "number",
          minimum: -90,
          maximum: 90,
        },
        longitude: {
          type: "number",
          minimum: -180,
          maximum: 180,
        },
      },
    },
    Species: {
      type: "string",
      enum: ["cat", "dog", "bird", "fish"],
    },
    Status: {
      type: "string",
      enum: ["available", "reserved", "sold"],
    },
    VoucherPayment: {
      type: "object",
      required: ["method", "code"],
      properties: {
        method: {
          type: "string",
          enum: ["voucher"],
        },
        code: {
          type: "string",
          pattern: "^[A-Z]{4}-\\d{4}$",
        },
      },
    },
  },
};
