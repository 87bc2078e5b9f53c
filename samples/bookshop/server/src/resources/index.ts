export { default as exportCatalogue } from "./export-catalogue.js";
export { default as getShop } from "./get-shop.js";
export { default as getStocktake } from "./get-stocktake.js";
export { default as listBooks } from "./list-books.js";
