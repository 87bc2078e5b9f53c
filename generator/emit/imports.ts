import { FEATURES, type FeatureName } from "../config/runtime-features.js";
import { compareCodeUnits } from "../shared/order.js";

/** Parts of an import declaration such as `import { form } from "./runtime/features/form.js"`. */
export interface ImportLine {
  /** `{ form }`, `type { Client }`, `* as toolList` */
  readonly clause: string;
  readonly from: string;
}

/**
 * Imports of features' functions; `runtime` is the folder of the runtime, relative to the importing file.
 * @param names clauses of features that are imported under other names than their own
 */
export function featureImportsOf(
  features: readonly FeatureName[],
  runtime: string,
  names: Partial<Record<FeatureName, string>> = {},
): ImportLine[] {
  return features.flatMap((feature) =>
    Object.entries(FEATURES[feature].imports).map(([file, name]) => ({
      clause: `{ ${names[feature] ?? name} }`,
      from: `${runtime}${file}.js`,
    })),
  );
}

/** Sorts imports by module, so that a new one has one place. */
export function sortImports(lines: readonly ImportLine[]): ImportLine[] {
  return lines.toSorted((a, b) => compareCodeUnits(a.from, b.from));
}
