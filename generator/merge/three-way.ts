/** Three versions: `base` was generated last, `current` is in the folder, `incoming` is generated now. */
export interface ThreeWay<T> {
  readonly base: T;
  readonly current: T;
  readonly incoming: T;
}

/** Converts each of the three versions. */
export function mapVersions<T, U>(
  { base, current, incoming }: ThreeWay<T>,
  convert: (version: T, versionName: keyof ThreeWay<T>) => U,
): ThreeWay<U> {
  return {
    base: convert(base, "base"),
    current: convert(current, "current"),
    incoming: convert(incoming, "incoming"),
  };
}
