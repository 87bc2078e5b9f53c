export { getCategories } from "./get-categories.js";
export { listPets } from "./list-pets.js";
