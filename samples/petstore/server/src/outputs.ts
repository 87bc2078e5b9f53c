// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Types of answers, as `outputSchema`s of tools tell them. As JSON, whose types the compiler need not work out. */
export const outputs = JSON.parse(String.raw`{
  "operations": {
    "GET /categories": {"$ref":"#/$defs/Category","type":"object"},
    "GET /orders/{orderId}": {"$ref":"#/$defs/Order","type":"object"},
    "GET /pets": {"type":["array","null"],"items":{"$ref":"#/$defs/Pet"}},
    "GET /pets/findByStatus": {"type":["array","null"],"items":{"$ref":"#/$defs/Pet"}},
    "GET /pets/{petId}": {"$ref":"#/$defs/Pet","type":"object"},
    "POST /orders": {"$ref":"#/$defs/Order","type":"object"},
    "POST /pets": {"$ref":"#/$defs/Pet","type":"object"},
    "POST /pets/{petId}/photos": {"type":"object","properties":{"photoId":{"type":["string","null"]}}},
    "PUT /pets/{petId}": {"$ref":"#/$defs/Pet","type":"object"}
  },
  "$defs": {
    "CardPayment": {"type":["object","null"],"properties":{"method":{"type":["string","null"],"description":"one of \"card\""}}},
    "Category": {"type":["object","null"],"properties":{"name":{"type":["string","null"]},"children":{"type":["array","null"],"items":{"$ref":"#/$defs/Category"}}}},
    "Order": {"type":["object","null"],"properties":{"petIds":{"type":["array","null"],"items":{"type":["integer","string","null"]}},"payment":{"$ref":"#/$defs/Payment"},"note":{"type":["string","null"]},"id":{"type":["integer","string","null"]},"placedAt":{"type":["string","null"]}}},
    "Payment": {"anyOf":[{"$ref":"#/$defs/CardPayment"},{"$ref":"#/$defs/VoucherPayment"}]},
    "Pet": {"type":["object","null"],"properties":{"name":{"type":["string","null"]},"species":{"$ref":"#/$defs/Species"},"birthday":{"type":["string","null"]},"status":{"$ref":"#/$defs/Status"},"category":{"$ref":"#/$defs/Category"},"tags":{"type":["array","null"],"items":{"type":["string","null"]}},"id":{"type":["integer","string","null"]},"photoIds":{"type":["array","null"],"items":{"type":["string","null"]}}}},
    "Species": {"type":["string","null"],"description":"one of \"cat\", \"dog\", \"bird\", \"fish\""},
    "Status": {"type":["string","null"],"description":"one of \"available\", \"reserved\", \"sold\""},
    "VoucherPayment": {"type":["object","null"],"properties":{"method":{"type":["string","null"],"description":"one of \"voucher\""},"code":{"type":["string","null"]}}}
  }
}`) as Answers;
