// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Answers } from "./runtime/index.js";

/** Types of answers, as `outputSchema`s of tools tell them. As JSON, whose types the compiler need not work out. */
export const outputs = JSON.parse(String.raw`{
  "operations": {
    "PATCH /books/{bookId}": {"$ref":"#/$defs/Book","type":"object"},
    "POST /books": {"$ref":"#/$defs/Book","type":"object"},
    "POST /books/{bookId}/reviews": {"$ref":"#/$defs/Review","type":"object"},
    "POST /orders": {"$ref":"#/$defs/Order","type":"object"},
    "POST /stocktake": {"$ref":"#/$defs/Stocktake","type":"object"},
    "PUT /books/{bookId}/cover": {"$ref":"#/$defs/CoverReceipt","type":"object"}
  },
  "$defs": {
    "Book": {"type":["object","null"],"properties":{"id":{"type":["integer","string","null"]},"isbn":{"type":["string","null"]},"title":{"type":["string","null"]},"subtitle":{"type":["string","null"]},"authors":{"type":["array","null"],"items":{"type":["string","null"]}},"genre":{"$ref":"#/$defs/Genre"},"price":{"type":["number","null"]},"stock":{"type":["integer","null"]},"publishedOn":{"type":["string","null"]},"addedAt":{"type":["string","null"]}}},
    "CoverReceipt": {"type":["object","null"],"properties":{"bookId":{"type":["integer","string","null"]},"contentType":{"type":["string","null"],"description":"one of \"image/png\", \"image/jpeg\""},"bytes":{"type":["integer","null"]},"filename":{"type":["string","null"]},"credit":{"type":["string","null"]}}},
    "Genre": {"type":["string","null"],"description":"one of \"novel\", \"mystery\", \"science\", \"fantasy\", \"children\""},
    "Order": {"type":["object","null"],"properties":{"id":{"type":["integer","string","null"]},"lines":{"type":["array","null"],"items":{"$ref":"#/$defs/OrderLine"}},"customer":{"type":["object","null"],"properties":{"name":{"type":["string","null"]},"email":{"type":["string","null"]}}},"giftNote":{"type":["string","null"]},"total":{"type":["number","null"]},"placedAt":{"type":["string","null"]}}},
    "OrderLine": {"type":["object","null"],"properties":{"bookId":{"type":["integer","string","null"]},"quantity":{"type":["integer","null"]}}},
    "Review": {"type":["object","null"],"properties":{"id":{"type":["integer","string","null"]},"bookId":{"type":["integer","string","null"]},"stars":{"$ref":"#/$defs/Stars"},"text":{"type":["string","null"]},"reader":{"type":["string","null"]},"postedAt":{"type":["string","null"]}}},
    "Stars": {"type":["integer","null"]},
    "Stocktake": {"type":["object","null"],"properties":{"state":{"type":["string","null"],"description":"one of \"never\", \"running\", \"finished\", \"abandoned\""},"shelvesCounted":{"type":["integer","null"]},"booksCounted":{"type":["integer","null"]}}}
  }
}`) as Answers;
