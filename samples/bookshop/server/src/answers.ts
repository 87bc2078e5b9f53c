// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/features/known-fields.js";

/** Fields that answers have, as far as declared; others are stripped. As JSON, whose types the compiler need not work out. */
export const answers = JSON.parse(String.raw`{
  "operations": {
    "GET /books": {"$ref":"#/$defs/BookPage"},
    "GET /books/{bookId}": {"$ref":"#/$defs/Book"},
    "GET /books/{bookId}/reviews": {"items":{"$ref":"#/$defs/Review"}},
    "GET /orders/{orderId}": {"$ref":"#/$defs/Order"},
    "GET /shop": {"$ref":"#/$defs/Shop"},
    "GET /stocktake": {"$ref":"#/$defs/Stocktake"},
    "PATCH /books/{bookId}": {"$ref":"#/$defs/Book"},
    "POST /books": {"$ref":"#/$defs/Book"},
    "POST /books/{bookId}/reviews": {"$ref":"#/$defs/Review"},
    "POST /orders": {"$ref":"#/$defs/Order"},
    "POST /stocktake": {"$ref":"#/$defs/Stocktake"},
    "PUT /books/{bookId}/cover": {"$ref":"#/$defs/CoverReceipt"}
  },
  "$defs": {
    "Book": {"properties":{"id":{},"isbn":{},"title":{},"subtitle":{},"authors":{},"genre":{"$ref":"#/$defs/Genre"},"price":{},"stock":{},"publishedOn":{},"addedAt":{}}},
    "BookPage": {"properties":{"books":{"items":{"$ref":"#/$defs/Book"}},"total":{},"next":{}}},
    "CoverReceipt": {"properties":{"bookId":{},"contentType":{},"bytes":{},"filename":{},"credit":{}}},
    "Genre": {},
    "Hours": {"properties":{"opens":{},"closes":{}}},
    "Order": {"properties":{"id":{},"lines":{"items":{"$ref":"#/$defs/OrderLine"}},"customer":{"properties":{"name":{},"email":{}}},"giftNote":{},"total":{},"placedAt":{}}},
    "OrderLine": {"properties":{"bookId":{},"quantity":{}}},
    "Review": {"properties":{"id":{},"bookId":{},"stars":{"$ref":"#/$defs/Stars"},"text":{},"reader":{},"postedAt":{}}},
    "Shop": {"properties":{"name":{},"motto":{},"books":{},"openingHours":{"additionalProperties":{"anyOf":[{"$ref":"#/$defs/Hours"}]}}}},
    "Stars": {},
    "Stocktake": {"properties":{"state":{},"shelvesCounted":{},"booksCounted":{}}}
  }
}`) as Answers;
