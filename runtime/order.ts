import type { Feature, Stage } from "./feature.js";

/** Stages from the client to the component. */
const STAGES: readonly Stage[] = [
  "connection",
  "guard",
  "record",
  "call",
  "methods",
];

/**
 * Throws if a feature stands above one that must be above it, if it lacks one that it requires, or if two have the same
 * name. The message names both, and the right place.
 */
export function assertOrder(features: readonly Feature[]): void {
  const names = features.map(({ name }) => name);
  for (const [index, feature] of features.entries()) {
    const { isRepeatable, name, requires = [] } = feature;
    if (!isRepeatable && names.indexOf(name) < index)
      throw new Error(`features: ${name} is listed twice. Take one out.`);
    const missing = requires.find((required) => !names.includes(required));
    if (missing !== undefined)
      throw new Error(
        `features: ${name} needs ${missing}. Add it: npx toolwright add ${missing}`,
      );
    const misplaced = features
      .slice(index + 1)
      .find((other) => isAbove(other, feature));
    if (misplaced)
      throw new Error(
        `features: ${misplaced.name} must stand above ${name}. Move it up in src/server.ts.`,
      );
  }
}

/** True if a feature must stand above another one. */
function isAbove(upper: Feature, { below = [], stage }: Feature): boolean {
  if (below.includes(upper.name)) return true;
  if (stage === undefined || upper.stage === undefined) return false;
  return STAGES.indexOf(upper.stage) < STAGES.indexOf(stage);
}

/** True if a feature stands outside the calls of components: it sees who calls what, and what is refused. */
export const isOutside = ({ stage = "methods" }: Feature): boolean =>
  STAGES.indexOf(stage) <= STAGES.indexOf("record");
