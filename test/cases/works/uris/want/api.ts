/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  findPets: {
    arguments: {
      status: string;
    };
    answer: undefined;
  };
  get2fa: {
    arguments: {
      /** ID of the 2fa. */
      id: string;
    };
    answer: undefined;
  };
  getGroup: {
    arguments: {
      /** ID of the user group. */
      id: string;
    };
    answer: undefined;
  };
  getPet: {
    arguments: {
      /** ID of the pet. */
      id: string;
    };
    answer: undefined;
  };
  getRepo: {
    arguments: {
      owner: string;
      repo: string;
    };
    answer: undefined;
  };
  getReport: {
    arguments: {
      year: number;
      format: "csv" | "pdf";
    };
    answer: undefined;
  };
  getRepository: {
    arguments: {
      repo: string;
      owner: string;
    };
    answer: undefined;
  };
  getSecret: {
    arguments: {
      mount: string;
      name: string;
      version?: number;
    };
    answer: undefined;
  };
  listPets: {
    arguments: {
      limit?: number;
    };
    answer: undefined;
  };
  listPosts: {
    arguments: {
      /** ID of the user. */
      id: string;
      limit?: number;
      offset?: number;
    };
    answer: undefined;
  };
  root: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  search: {
    arguments: {
      q?: string;
    };
    answer: undefined;
  };
}

export interface components {
  schemas: Record<string, never>;
}
