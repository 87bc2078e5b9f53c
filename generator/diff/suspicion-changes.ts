import { createDifference, type Difference } from "./change.js";
import type { ComponentSurface } from "./surface.js";
import { findSuspicions } from "./tool-poisoning.js";

/** Reports suspicious signs that the old text did not have: what was there before has been reviewed before. */
export function findNewSuspicions(
  oldText: string,
  newText: string,
): Difference[] {
  const oldSigns = findSuspicions(oldText);
  return findSuspicions(newText)
    .filter((sign) => !oldSigns.includes(sign))
    .map((sign) =>
      createDifference("suspicious", `text that reaches the model has ${sign}`),
    );
}

/** Strings of a component, a line each. They are collected unescaped, because JSON would escape the very characters that are looked for. */
export function textOf({ input, definition }: ComponentSurface): string {
  const texts: string[] = [];
  JSON.stringify([definition, input], (_key, value: unknown) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("\n");
}
