/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addRecipe: {
    arguments: {
      /** (minLength: 1) */
      name: string;
      /** (exclusiveMinimum: 0) */
      minutes: number;
      steps?: string[];
    };
    answer: components["schemas"]["Recipe"];
  };
  cook: {
    arguments: {
      /** ID of the recipe. */
      id: number | null;
    };
    answer: unknown;
  };
  dumpRecipes: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  getPicture: {
    arguments: {
      /** ID of the recipe. */
      id: number | null;
    };
    answer: Uint8Array;
  };
  getRecipe: {
    arguments: {
      /** ID of the recipe. */
      id: number | null;
    };
    answer: components["schemas"]["Recipe"];
  };
  listRecipes: {
    arguments: {
      /** (exclusiveMinimum: 0) */
      maxMinutes?: number;
    };
    answer: components["schemas"]["Recipe"][];
  };
}

export interface components {
  schemas: {
    Recipe: {
      id: number;
      /** (minLength: 1) */
      name: string;
      /** (exclusiveMinimum: 0) */
      minutes: number;
      steps?: string[];
      author: string;
    };
  };
}
