/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addRecipe: addRecipeOperation;
  cook: cookOperation;
  dumpRecipes: dumpRecipesOperation;
  getPicture: getPictureOperation;
  getRecipe: getRecipeOperation;
  listRecipes: listRecipesOperation;
}

export type addRecipeOperation = {
  arguments: {
    /** (minLength: 1) */
    name: string;
    /** (exclusiveMinimum: 0) */
    minutes: number;
    steps?: string[];
  };
  answer: Recipe;
};
export type cookOperation = {
  arguments: {
    /** ID of the recipe. */
    id: number | null;
  };
  answer: unknown;
};
export type dumpRecipesOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type getPictureOperation = {
  arguments: {
    /** ID of the recipe. */
    id: number | null;
  };
  answer: Uint8Array;
};
export type getRecipeOperation = {
  arguments: {
    /** ID of the recipe. */
    id: number | null;
  };
  answer: Recipe;
};
export type listRecipesOperation = {
  arguments: {
    /** (exclusiveMinimum: 0) */
    maxMinutes?: number;
  };
  answer: Recipe[];
};
export type Recipe = {
  id: number;
  /** (minLength: 1) */
  name: string;
  /** (exclusiveMinimum: 0) */
  minutes: number;
  steps?: string[];
  author: string;
};
