// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

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
  "statuses": {
    "POST /books": ["201"],
    "POST /books/{bookId}/reviews": ["201"],
    "POST /orders": ["201"]
  },
  "$defs": {
    "Book": {"properties":{"id":{},"isbn":{},"title":{},"subtitle":{},"authors":{},"genre":{},"price":{},"stock":{},"publishedOn":{},"addedAt":{}}},
    "BookPage": {"properties":{"books":{"items":{"$ref":"#/$defs/Book"}},"total":{},"next":{}}},
    "CoverReceipt": {"properties":{"bookId":{},"contentType":{},"bytes":{},"filename":{},"credit":{}}},
    "Order": {"properties":{"id":{},"lines":{"items":{"$ref":"#/$defs/OrderLine"}},"customer":{"properties":{"name":{},"email":{}}},"giftNote":{},"total":{},"placedAt":{}}},
    "OrderLine": {"properties":{"bookId":{},"quantity":{}}},
    "Review": {"properties":{"id":{},"bookId":{},"stars":{},"text":{},"reader":{},"postedAt":{}}},
    "Shop": {"properties":{"name":{},"motto":{},"books":{},"openingHours":{"properties":{},"additionalProperties":{"$ref":"#/$defs/Shop.openingHours.*"}}}},
    "Shop.openingHours.*": {"properties":{"opens":{},"closes":{}}},
    "Stocktake": {"properties":{"state":{},"shelvesCounted":{},"booksCounted":{}}}
  }
}`) as Answers;
