/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  findPets: findPetsOperation;
  get2fa: get2faOperation;
  getGroup: getGroupOperation;
  getPet: getPetOperation;
  getRepo: getRepoOperation;
  getReport: getReportOperation;
  getRepository: getRepositoryOperation;
  getSecret: getSecretOperation;
  listPets: listPetsOperation;
  listPosts: listPostsOperation;
  root: rootOperation;
  search: searchOperation;
}

export type findPetsOperation = {
  arguments: {
    status: string;
  };
  answer: unknown;
};
export type get2faOperation = {
  arguments: {
    /** ID of the 2fa. */
    id: string;
  };
  answer: unknown;
};
export type getGroupOperation = {
  arguments: {
    /** ID of the user group. */
    id: string;
  };
  answer: unknown;
};
export type getPetOperation = {
  arguments: {
    /** ID of the pet. */
    id: string;
  };
  answer: unknown;
};
export type getRepoOperation = {
  arguments: {
    owner: string;
    repo: string;
  };
  answer: unknown;
};
export type getReportOperation = {
  arguments: {
    year: number;
    format: "csv" | "pdf";
  };
  answer: unknown;
};
export type getRepositoryOperation = {
  arguments: {
    repo: string;
    owner: string;
  };
  answer: unknown;
};
export type getSecretOperation = {
  arguments: {
    mount: string;
    name: string;
    version?: number;
  };
  answer: unknown;
};
export type listPetsOperation = {
  arguments: {
    limit?: number;
  };
  answer: unknown;
};
export type listPostsOperation = {
  arguments: {
    /** ID of the user. */
    id: string;
    limit?: number;
    offset?: number;
  };
  answer: unknown;
};
export type rootOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type searchOperation = {
  arguments: {
    q?: string;
  };
  answer: unknown;
};
