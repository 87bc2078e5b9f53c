// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /books": {"$ref":"#/$defs/BookPage"},
    "GET /books/{bookId}": {"$ref":"#/$defs/Book"},
    "GET /books/{bookId}/reviews": {"items":{"$ref":"#/$defs/Review"}},
    "GET /shop": {"$ref":"#/$defs/Shop"},
    "POST /orders": {"$ref":"#/$defs/Order"}
  },
  "statuses": {
    "POST /orders": ["201"]
  },
  "$defs": {
    "Book": {"properties":{"id":{},"isbn":{},"title":{},"subtitle":{},"authors":{},"genre":{},"price":{},"stock":{},"publishedOn":{},"addedAt":{}}},
    "BookPage": {"properties":{"books":{"items":{"$ref":"#/$defs/Book"}},"total":{},"next":{}}},
    "Order": {"properties":{"id":{},"lines":{"items":{"$ref":"#/$defs/OrderLine"}},"customer":{"properties":{"name":{},"email":{}}},"giftNote":{},"total":{},"placedAt":{}}},
    "OrderLine": {"properties":{"bookId":{},"quantity":{}}},
    "Review": {"properties":{"id":{},"bookId":{},"stars":{},"text":{},"reader":{},"postedAt":{}}},
    "Shop": {"properties":{"name":{},"motto":{},"books":{},"openingHours":{"properties":{},"additionalProperties":{"$ref":"#/$defs/Shop.openingHours.*"}}}},
    "Shop.openingHours.*": {"properties":{"opens":{},"closes":{}}}
  }
}`) as Answers;
