import type { FeatureDefinition, Imports } from "../features/feature.js";
import { groupBy } from "../shared/group-by.js";
import { compareCodeUnits } from "../shared/order.js";

/** Parts of an import declaration such as `import { form } from "./runtime/features/bodies/form.js"`. */
export interface ImportLine {
  /** `{ form }`, `type { Client }`, `* as toolList` */
  readonly clause: string;
  readonly from: string;
}

/** Imports of a feature's names from files of the runtime, whose folder is `runtime`, relative to the importing file. */
export function runtimeImportsOf(
  imports: Imports,
  runtime: string,
): ImportLine[] {
  return Object.entries(imports).map(([file, names]) => ({
    clause: `{ ${names} }`,
    from: `${runtime}${file}.js`,
  }));
}

/** Imports of names from further modules of a project, and from packages. `root`: `src`, relative to the importing file. */
export function moduleImportsOf(modules: Imports, root: string): ImportLine[] {
  return Object.entries(modules).map(([module, names]) => ({
    clause: `{ ${names} }`,
    from: module.replace(/^\.\//, root),
  }));
}

/** Imports of all names that features have in the runtime. */
export function featureImportsOf(
  features: readonly FeatureDefinition[],
  runtime: string,
): ImportLine[] {
  return features.flatMap(({ imports }) => runtimeImportsOf(imports, runtime));
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
