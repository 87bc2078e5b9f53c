export { exportCatalogue } from "./export-catalogue.js";
export { getShop } from "./get-shop.js";
export { getStocktake } from "./get-stocktake.js";
export { listBooks } from "./list-books.js";
