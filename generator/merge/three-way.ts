/** One thing in three versions: as it was generated last, as you have it, as it is generated now. */
export interface Sides<T> {
  readonly base: T;
  readonly yours: T;
  readonly next: T;
}

/** The same made of each version. */
export function mapSides<T, U>(
  { base, yours, next }: Sides<T>,
  make: (one: T, side: keyof Sides<T>) => U,
): Sides<U> {
  return {
    base: make(base, "base"),
    yours: make(yours, "yours"),
    next: make(next, "next"),
  };
}
