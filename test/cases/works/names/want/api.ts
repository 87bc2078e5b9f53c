/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  LISTPETS: LISTPETSOperation;
  constructor: constructorOperation;
  delete_e_id_f: delete_e_id_fOperation;
  get_it_now_please: get_it_now_pleaseOperation;
  index: indexOperation;
  listPets_post_2b9647: listPets_post_2b9647Operation;
  post_a_very_long_operation_reads_it_any_more_0ea775: post_a_very_long_operation_reads_it_any_more_0ea775Operation;
  post_d: post_dOperation;
}

export type LISTPETSOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type constructorOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type delete_e_id_fOperation = {
  arguments: {
    /** ID of the e. */
    id: string;
  };
  answer: undefined;
};
export type get_it_now_pleaseOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type indexOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type listPets_post_2b9647Operation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type post_a_very_long_operation_reads_it_any_more_0ea775Operation = {
  arguments: Record<string, never>;
  answer: undefined;
};
export type post_dOperation = {
  arguments: Record<string, never>;
  answer: undefined;
};
