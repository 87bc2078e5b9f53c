import { FEATURES, type FeatureName } from "../config/runtime-features.js";
import { groupBy } from "../shared/group-by.js";
import { compareCodeUnits } from "../shared/order.js";

/** Parts of an import declaration such as `import { form } from "./runtime/features/bodies/form.js"`. */
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

/** Sorts imports by module, so that a new one has one place, and writes the names from one module in one clause. */
export function sortImports(lines: readonly ImportLine[]): ImportLine[] {
  const linesByModule = groupBy(
    lines.map((line) => {
      const { clause, from } = line;
      return [clause.startsWith("{") ? from : `${clause} ${from}`, line];
    }),
  );
  return [...linesByModule.values()]
    .flatMap(mergeNames)
    .toSorted((a, b) => compareCodeUnits(a.from, b.from));
}

function mergeNames(lines: readonly ImportLine[]): readonly ImportLine[] {
  const [line] = lines;
  if (line === undefined || lines.length === 1) return lines;
  const names = lines.flatMap(({ clause }) =>
    clause.replace(/^\{ | \}$/g, "").split(", "),
  );
  const sortedNames = [...new Set(names)].sort(compareCodeUnits);
  return [{ ...line, clause: `{ ${sortedNames.join(", ")} }` }];
}
