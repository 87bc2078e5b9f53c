/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  LISTPETS: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  a_very_long_operation_id_that_goes_on_and_on_unti_0ea775: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  constructor: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  delete_e_id_f: {
    arguments: {
      /** ID of the e. */
      id: string;
    };
    answer: undefined;
  };
  get_it_now_please: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  index: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  listPets_2b9647: {
    arguments: Record<string, never>;
    answer: undefined;
  };
  post_d: {
    arguments: Record<string, never>;
    answer: undefined;
  };
}

export interface components {
  schemas: Record<string, never>;
}
