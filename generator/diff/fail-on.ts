import type { Change, Impact } from "./change.js";

/** Classes of changes that `diff --fail-on` takes: all breaking ones, those of one class, or any change at all. */
export const FAIL_ON_CLASSES = [
  "breaking",
  "tool-removed",
  "argument-required",
  "argument-narrowed",
  "response-removed",
  "any",
] as const satisfies readonly (Impact | "any" | "breaking")[];

export type FailOnClass = (typeof FAIL_ON_CLASSES)[number];

export function isFailOnClass(text: string): text is FailOnClass {
  return FAIL_ON_CLASSES.some((name) => name === text);
}

/** True if a change belongs to one of the classes. */
export function isOfClass(
  { breaking, impact }: Change,
  classes: readonly FailOnClass[],
): boolean {
  return classes.some((name) => {
    if (name === "any") return true;
    return name === "breaking" ? breaking : name === impact;
  });
}
