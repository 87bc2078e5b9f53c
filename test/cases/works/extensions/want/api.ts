/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addJob: addJobOperation;
  addUser: addUserOperation;
  list_pets: list_petsOperation;
  longName: longNameOperation;
  odd: oddOperation;
  odd_put_416274: odd_put_416274Operation;
  readLogs: readLogsOperation;
  wipeUsers: wipeUsersOperation;
}

export type addJobOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type addUserOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type list_petsOperation = {
  arguments: {
    limit?: number;
    tenant: string;
  };
  answer: unknown;
};
export type longNameOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type oddOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type odd_put_416274Operation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type readLogsOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type wipeUsersOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
