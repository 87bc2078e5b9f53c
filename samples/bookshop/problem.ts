/** An error of one field. */
export interface FieldError {
  /** JSON pointer into the body, or the name of a query parameter. */
  readonly field: string;
  readonly detail: string;
}

/** An answer that is no success, as https://www.rfc-editor.org/rfc/rfc9457 writes it. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly title: string;
  readonly errors: readonly FieldError[];

  constructor(
    status: number,
    title: string,
    about: { detail: string; errors?: readonly FieldError[] },
  ) {
    super(about.detail);
    this.status = status;
    this.title = title;
    this.errors = about.errors ?? [];
  }
}

/** 404 for one thing by its kind and id. */
export function notFound(kind: string, id: string | number): Problem {
  return new Problem(404, "Not found", {
    detail: `There is no ${kind} ${id}.`,
  });
}

/** 409: the request is fine, the state of the shop is not. */
export function conflict(detail: string): Problem {
  return new Problem(409, "Conflict", { detail });
}

/** 422 with everything that is wrong, told together. */
export function invalid(errors: readonly FieldError[]): Problem {
  return new Problem(422, "Invalid request", {
    detail: `${errors.length} ${errors.length === 1 ? "field is" : "fields are"} wrong.`,
    errors,
  });
}
