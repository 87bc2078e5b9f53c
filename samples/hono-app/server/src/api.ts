/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addRecipe: {
    arguments: {
      name: string;
      minutes: number;
      steps?: string[];
    };
    answer: components["schemas"]["Recipe"];
  };
  cook: {
    arguments: {
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
      id: number | null;
    };
    answer: Uint8Array;
  };
  getRecipe: {
    arguments: {
      id: number | null;
    };
    answer: components["schemas"]["Recipe"];
  };
  listRecipes: {
    arguments: {
      maxMinutes?: number;
    };
    answer: components["schemas"]["Recipe"][];
  };
}

export interface components {
  schemas: {
    Recipe: {
      id: number;
      name: string;
      minutes: number;
      steps?: string[];
      author: string;
    };
  };
}
