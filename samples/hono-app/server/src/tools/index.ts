export { addRecipe } from "./add-recipe.js";
export { cook } from "./cook.js";
export { dumpRecipes } from "./dump-recipes.js";
export { getPicture } from "./get-picture.js";
export { getRecipe } from "./get-recipe.js";
export { listRecipes } from "./list-recipes.js";
