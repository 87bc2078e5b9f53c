/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  findPets: {
    arguments: {
      status: string;
    };
    answer: unknown;
  };
  get2fa: {
    arguments: {
      /** ID of the 2fa. */
      id: string;
    };
    answer: unknown;
  };
  getGroup: {
    arguments: {
      /** ID of the user group. */
      id: string;
    };
    answer: unknown;
  };
  getPet: {
    arguments: {
      /** ID of the pet. */
      id: string;
    };
    answer: unknown;
  };
  getRepo: {
    arguments: {
      owner: string;
      repo: string;
    };
    answer: unknown;
  };
  getReport: {
    arguments: {
      year: number;
      format: "csv" | "pdf";
    };
    answer: unknown;
  };
  getRepository: {
    arguments: {
      repo: string;
      owner: string;
    };
    answer: unknown;
  };
  getSecret: {
    arguments: {
      mount: string;
      name: string;
      version?: number;
    };
    answer: unknown;
  };
  listPets: {
    arguments: {
      limit?: number;
    };
    answer: unknown;
  };
  listPosts: {
    arguments: {
      /** ID of the user. */
      id: string;
      limit?: number;
      offset?: number;
    };
    answer: unknown;
  };
  root: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  search: {
    arguments: {
      q?: string;
    };
    answer: unknown;
  };
}

export interface components {
  schemas: Record<string, never>;
}
