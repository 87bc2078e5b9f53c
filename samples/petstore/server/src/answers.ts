// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

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
  "headers": {
    "GET /pets": ["x-total-count"]
  },
  "statuses": {
    "POST /orders": ["201"],
    "POST /pets": ["201"],
    "POST /pets/{petId}/photos": ["201"]
  },
  "$defs": {
    "Category": {"properties":{"name":{},"children":{"items":{"$ref":"#/$defs/Category"}}}},
    "Order": {"properties":{"petIds":{},"payment":{"$ref":"#/$defs/Payment"},"note":{},"id":{},"placedAt":{}}},
    "Payment": {"properties":{"method":{},"token":{},"code":{}}},
    "Pet": {"properties":{"name":{},"species":{},"birthday":{},"status":{},"category":{"$ref":"#/$defs/Category"},"tags":{},"id":{},"photoIds":{}}}
  }
}`) as Answers;
