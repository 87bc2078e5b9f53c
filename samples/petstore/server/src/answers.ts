// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/features/known-fields.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /categories": {"$ref":"#/$defs/Category"},
    "GET /orders/{orderId}": {"$ref":"#/$defs/Order"},
    "GET /pets": {"items":{"$ref":"#/$defs/Pet"}},
    "GET /pets/findByStatus": {"items":{"$ref":"#/$defs/Pet"}},
    "GET /pets/{petId}": {"$ref":"#/$defs/Pet"},
    "POST /orders": {"$ref":"#/$defs/Order"},
    "POST /pets": {"$ref":"#/$defs/Pet"},
    "POST /pets/{petId}/photos": {"properties":{"photoId":{}}},
    "PUT /pets/{petId}": {"$ref":"#/$defs/Pet"}
  },
  "$defs": {
    "CardPayment": {"properties":{"method":{},"token":{}}},
    "Category": {"properties":{"name":{},"children":{"items":{"$ref":"#/$defs/Category"}}}},
    "NewOrder": {"properties":{"petIds":{},"payment":{"$ref":"#/$defs/Payment"},"note":{}}},
    "NewPet": {"properties":{"name":{},"species":{"$ref":"#/$defs/Species"},"birthday":{},"status":{"$ref":"#/$defs/Status"},"category":{"$ref":"#/$defs/Category"},"tags":{}}},
    "Order": {"allOf":[{"$ref":"#/$defs/NewOrder"},{"properties":{"id":{},"placedAt":{}}}]},
    "Payment": {"oneOf":[{"$ref":"#/$defs/CardPayment"},{"$ref":"#/$defs/VoucherPayment"}]},
    "Pet": {"allOf":[{"$ref":"#/$defs/NewPet"},{"properties":{"id":{},"photoIds":{}}}]},
    "Species": {},
    "Status": {},
    "VoucherPayment": {"properties":{"method":{},"code":{}}}
  }
}`) as Answers;
