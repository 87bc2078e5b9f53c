import { FEATURES, type FeatureName } from "../config/runtime-features.js";
import { byCodeUnit } from "../shared/order.js";

/** `import { form } from "./runtime/features/form.js"` without its words. */
export interface ImportLine {
  /** `{ form }`, `type { Client }`, `* as toolList` */
  readonly clause: string;
  readonly from: string;
}

/**
 * What features are handed in by; `runtime` is its folder, as seen from the file.
 * @param names of those that are handed in by another name than their own
 */
export function featureImports(
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

/** By what they import from, so that a new one has one place. */
export function inOrder(lines: readonly ImportLine[]): ImportLine[] {
  return lines.toSorted((a, b) => byCodeUnit(a.from, b.from));
}
