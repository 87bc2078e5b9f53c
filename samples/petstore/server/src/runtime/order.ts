// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
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
 * Throws if features are in a wrong order, if one that another requires is missing, or if two have the same name or do
 * the same work. The message names both, and the remedy.
 */
export function assertOrder(features: readonly Feature[]): void {
  const names = features.map(({ name }) => name);
  for (const [index, feature] of features.entries()) {
    const { includes = [], isRepeatable, name, requires = [] } = feature;
    if (!isRepeatable && names.indexOf(name) < index)
      throw new Error(`features: ${name} is listed twice. Remove one.`);
    const contextPart = Object.keys(feature.provide ?? {}).find((provided) =>
      features
        .slice(0, index)
        .some(({ provide }) => provided in (provide ?? {})),
    );
    if (contextPart !== undefined)
      throw new Error(
        `features: ${name} and another one provide ${contextPart}. Remove one.`,
      );
    const missing = requires.find((required) => !names.includes(required));
    if (missing !== undefined)
      throw new Error(
        `features: ${name} needs ${missing}. Add it: npx toolwright add ${missing}`,
      );
    const included = includes.find((part) => names.includes(part));
    if (included !== undefined)
      throw new Error(
        `features: ${name} does the work of ${included}, too. Remove ${included}.`,
      );
    const misplaced = features
      .slice(index + 1)
      .find((follower) => isAbove(follower, feature));
    if (misplaced)
      throw new Error(
        `features: ${misplaced.name} must be above ${name}. Move it up in src/server.ts.`,
      );
  }
}

/** True if a feature must be above another one. */
function isAbove(upper: Feature, { below = [], stage }: Feature): boolean {
  if (below.includes(upper.name)) return true;
  if (stage === undefined || upper.stage === undefined) return false;
  return STAGES.indexOf(upper.stage) < STAGES.indexOf(stage);
}

/** True if a feature is outside the calls of components: it sees who calls what, and what is refused. */
export const isOutside = ({ stage = "methods" }: Feature): boolean =>
  STAGES.indexOf(stage) <= STAGES.indexOf("record");
