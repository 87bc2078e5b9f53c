export { default as getCategories } from "./get-categories.js";
export { default as listPets } from "./list-pets.js";
