export { default as addRecipe } from "./add-recipe.js";
export { default as cook } from "./cook.js";
export { default as dumpRecipes } from "./dump-recipes.js";
export { default as getPicture } from "./get-picture.js";
export { default as getRecipe } from "./get-recipe.js";
export { default as listRecipes } from "./list-recipes.js";
