import { isSchema } from "../../index.js";

/** Converts a value to JSON with sorted names, so that equal values have equal JSON. */
export function toSortedJson(value: unknown): string {
  const json = JSON.stringify(value, (_name, part: unknown) =>
    isSchema(part)
      ? Object.fromEntries(
          Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  ) as string | undefined; // undefined has no JSON
  return json ?? "null";
}
