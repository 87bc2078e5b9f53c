import { invalid } from "./problem.js";

/** Check of one field, and its description for errors. */
export interface Field<T> {
  is(value: unknown): value is T;
  /** Completes "must …". */
  readonly must: string;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values that a set of fields lets through. */
export type Values<F extends Fields> = {
  [Name in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[Name]>;
} & {
  [Name in OptionalNames<F>]?: Exclude<ValueOf<F[Name]>, undefined>;
};

type OptionalNames<F extends Fields> = {
  [Name in keyof F]: undefined extends ValueOf<F[Name]> ? Name : never;
}[keyof F];

type ValueOf<F> = F extends Field<infer T> ? T : never;

/** Reads the known fields of a JSON object; a 422 names every one that is wrong. */
export function readFields<F extends Fields>(
  value: unknown,
  fields: F,
): Values<F> {
  if (!isObject(value)) {
    throw invalid([{ field: "", detail: "must be an object" }]);
  }
  const errors = Object.entries(fields)
    .filter(([name, field]) => !field.is(value[name]))
    .map(([name, field]) => ({ field: name, detail: `must ${field.must}` }));
  if (errors.length > 0) throw invalid(errors);

  const known = Object.keys(fields).filter((name) => value[name] !== undefined);
  // Each value has just been checked by its own field.
  return Object.fromEntries(
    known.map((name) => [name, value[name]]),
  ) as Values<F>;
}

export function text(maxLength: number): Field<string> {
  return {
    is: (value): value is string =>
      typeof value === "string" &&
      value.length > 0 &&
      value.length <= maxLength,
    must: `be a text of 1 to ${maxLength} characters`,
  };
}

export function matching(pattern: RegExp, must: string): Field<string> {
  return {
    is: (value): value is string =>
      typeof value === "string" && pattern.test(value),
    must,
  };
}

export function number(min: number, max: number): Field<number> {
  return {
    is: (value): value is number =>
      typeof value === "number" && value >= min && value <= max,
    must: `be a number from ${min} to ${max}`,
  };
}

export function integer(min: number, max: number): Field<number> {
  return {
    is: (value): value is number =>
      Number.isInteger(value) && number(min, max).is(value),
    must: `be a whole number from ${min} to ${max}`,
  };
}

export function oneOf<const T extends string>(values: readonly T[]): Field<T> {
  return {
    is: (value): value is T => values.some((one) => one === value),
    must: `be one of ${values.join(", ")}`,
  };
}

export function listOf<T>(field: Field<T>, max: number): Field<T[]> {
  return {
    is: (value): value is T[] =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.length <= max &&
      value.every((one) => field.is(one)),
    must: `be a list of 1 to ${max}, each to ${field.must}`,
  };
}

export function objectOf<F extends Fields>(fields: F): Field<Values<F>> {
  return {
    is: (value): value is Values<F> =>
      isObject(value) &&
      Object.entries(fields).every(([name, field]) => field.is(value[name])),
    must: `be an object with ${Object.keys(fields).join(", ")}`,
  };
}

export function nullable<T>(field: Field<T>): Field<T | null> {
  return {
    is: (value): value is T | null => value === null || field.is(value),
    must: `${field.must}, or null`,
  };
}

export function optional<T>(field: Field<T>): Field<T | undefined> {
  return {
    is: (value): value is T | undefined =>
      value === undefined || field.is(value),
    must: field.must,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
