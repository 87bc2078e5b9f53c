// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/features/known-fields.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /books": {"$ref":"#/$defs/BookPage"},
    "GET /books/{bookId}": {"$ref":"#/$defs/Book"},
    "GET /books/{bookId}/reviews": {"items":{"$ref":"#/$defs/Review"}},
    "GET /shop": {"$ref":"#/$defs/Shop"},
    "POST /orders": {"$ref":"#/$defs/Order"}
  },
  "$defs": {
    "Book": {"properties":{"id":{},"isbn":{},"title":{},"subtitle":{},"authors":{},"genre":{"$ref":"#/$defs/Genre"},"price":{},"stock":{},"publishedOn":{},"addedAt":{}}},
    "BookPage": {"properties":{"books":{"items":{"$ref":"#/$defs/Book"}},"total":{},"next":{}}},
    "Genre": {},
    "Hours": {"properties":{"opens":{},"closes":{}}},
    "Order": {"properties":{"id":{},"lines":{"items":{"$ref":"#/$defs/OrderLine"}},"customer":{"properties":{"name":{},"email":{}}},"giftNote":{},"total":{},"placedAt":{}}},
    "OrderLine": {"properties":{"bookId":{},"quantity":{}}},
    "Review": {"properties":{"id":{},"bookId":{},"stars":{"$ref":"#/$defs/Stars"},"text":{},"reader":{},"postedAt":{}}},
    "Shop": {"properties":{"name":{},"motto":{},"books":{},"openingHours":{"additionalProperties":{"anyOf":[{"$ref":"#/$defs/Hours"}]}}}},
    "Stars": {}
  }
}`) as Answers;
