import type { Stage } from "../runtime.js";
import type {
  CodeContext,
  FeatureDefinition,
  FeaturePart,
  Imports,
} from "./feature.js";
import { FEATURES } from "./features.js";
import { exampleOf } from "./uses.js";

/** Code that features write at one place. */
export interface WrittenPart {
  readonly code: string;
  /** Names to import, by file below `src/runtime` without extension. */
  readonly imports: Imports;
  /** Names to import from other modules. */
  readonly modules: Imports;
}

/** Parts that features write at one place, in the order of the list of all features. */
export function writeParts<Context extends CodeContext>(
  features: readonly FeatureDefinition[],
  context: Context,
  partOf: (feature: FeatureDefinition) => FeaturePart<Context> | undefined,
): WrittenPart[] {
  return toListOrder(features).flatMap((feature) => {
    const part = partOf(feature);
    if (part === undefined) return [];
    const { imports = feature.imports } = part;
    const { modules = {} } = feature;
    const code =
      part.code?.(context) ?? exampleOf(part, { ...imports, ...modules });
    return [{ code, imports, modules }];
  });
}

/** Stages from the client to the component. A feature without one has no place of its own. */
const STAGES: readonly (Stage | undefined)[] = [
  undefined,
  "connection",
  "guard",
  "record",
  "call",
  "methods",
];

/** Features of `features` in `src/server.ts`, in the order in which a request passes them. */
export function toStageOrder(
  features: readonly FeatureDefinition[],
): FeatureDefinition[] {
  return STAGES.flatMap((stage) =>
    toListOrder(features).filter(
      ({ server }) => server?.features && server.features.stage === stage,
    ),
  );
}

/** Features in the order of the list of all; behind them those of extensions. Each stands there once. */
export function toListOrder(
  features: readonly FeatureDefinition[],
): FeatureDefinition[] {
  const knownFeatures = FEATURES.filter((feature) =>
    features.includes(feature),
  );
  return [...new Set([...knownFeatures, ...features])];
}

/** Function that says whether a feature is among some. */
export function createLookup(features: readonly FeatureDefinition[]) {
  const names = new Set(features.map(({ name }) => name));
  return (name: string) => names.has(name);
}
