// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Types of answers, as `outputSchema`s of tools tell them. As JSON, whose types the compiler need not work out. */
export const outputs = JSON.parse(String.raw`{
  "operations": {
    "GET /books": {"$ref":"#/$defs/BookPage","type":"object"},
    "GET /books/{bookId}": {"$ref":"#/$defs/Book","type":"object"},
    "GET /books/{bookId}/reviews": {"type":["array","null"],"items":{"$ref":"#/$defs/Review"}},
    "GET /shop": {"$ref":"#/$defs/Shop","type":"object"},
    "POST /orders": {"$ref":"#/$defs/Order","type":"object"}
  },
  "$defs": {
    "Book": {"type":["object","null"],"properties":{"id":{"type":["integer","string","null"]},"isbn":{"type":["string","null"]},"title":{"type":["string","null"]},"subtitle":{"type":["string","null"]},"authors":{"type":["array","null"],"items":{"type":["string","null"]}},"genre":{"$ref":"#/$defs/Genre"},"price":{"type":["number","null"]},"stock":{"type":["integer","null"]},"publishedOn":{"type":["string","null"]},"addedAt":{"type":["string","null"]}}},
    "BookPage": {"type":["object","null"],"properties":{"books":{"type":["array","null"],"items":{"$ref":"#/$defs/Book"}},"total":{"type":["integer","null"]},"next":{"type":["integer","null"]}}},
    "Genre": {"type":["string","null"],"description":"one of \"novel\", \"mystery\", \"science\", \"fantasy\", \"children\""},
    "Hours": {"type":["object","null"],"properties":{"opens":{"type":["string","null"]},"closes":{"type":["string","null"]}}},
    "Order": {"type":["object","null"],"properties":{"id":{"type":["integer","string","null"]},"lines":{"type":["array","null"],"items":{"$ref":"#/$defs/OrderLine"}},"customer":{"type":["object","null"],"properties":{"name":{"type":["string","null"]},"email":{"type":["string","null"]}}},"giftNote":{"type":["string","null"]},"total":{"type":["number","null"]},"placedAt":{"type":["string","null"]}}},
    "OrderLine": {"type":["object","null"],"properties":{"bookId":{"type":["integer","string","null"]},"quantity":{"type":["integer","null"]}}},
    "Review": {"type":["object","null"],"properties":{"id":{"type":["integer","string","null"]},"bookId":{"type":["integer","string","null"]},"stars":{"$ref":"#/$defs/Stars"},"text":{"type":["string","null"]},"reader":{"type":["string","null"]},"postedAt":{"type":["string","null"]}}},
    "Shop": {"type":["object","null"],"properties":{"name":{"type":["string","null"]},"motto":{"type":["string","null"]},"books":{"type":["integer","null"]},"openingHours":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Hours"}}}},
    "Stars": {"type":["integer","null"]}
  }
}`) as Answers;
