import {
  addBook,
  changeBook,
  getBook,
  listBooks,
  removeBook,
} from "./books.js";
import { exportCatalogue } from "./catalogue.js";
import { getCover, setCover } from "./covers.js";
import { getShop, getStocktake, recommend, takeStock } from "./counter.js";
import { getOrder, placeOrder, printReceipt } from "./orders.js";
import { Problem } from "./problem.js";
import { addReview, listReviews } from "./reviews.js";
import type { Handler, Routes } from "./router.js";

/** The whole API, as openapi.yaml describes it. */
export const routes: Routes = {
  "GET /shop": getShop,
  "GET /catalogue.csv": exportCatalogue,
  "GET /books": listBooks,
  "POST /books": guarded(addBook),
  "GET /books/{bookId}": getBook,
  "PATCH /books/{bookId}": guarded(changeBook),
  "DELETE /books/{bookId}": guarded(removeBook),
  "GET /books/{bookId}/cover": getCover,
  "PUT /books/{bookId}/cover": guarded(setCover),
  "GET /books/{bookId}/reviews": listReviews,
  "POST /books/{bookId}/reviews": addReview,
  "POST /recommendations": recommend,
  "POST /orders": placeOrder,
  "GET /orders/{orderId}": guarded(getOrder),
  "POST /orders/{orderId}/receipt": guarded(printReceipt),
  "GET /stocktake": getStocktake,
  "POST /stocktake": guarded(takeStock),
};

/** Lets in only those who know the shop's key. */
function guarded(handler: Handler): Handler {
  return (call, shop) => {
    if (call.headers["x-shop-key"] !== shop.key) {
      throw new Problem(401, "Unauthorized", {
        detail: "X-Shop-Key is missing or wrong.",
      });
    }
    return handler(call, shop);
  };
}
