/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addJob: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  addUser: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  list_pets: {
    arguments: {
      limit?: number;
      tenant: string;
    };
    answer: unknown;
  };
  longName: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  odd: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  odd_416274: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  readLogs: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  wipeUsers: {
    arguments: Record<string, never>;
    answer: unknown;
  };
}

export interface components {
  schemas: Record<string, never>;
}
