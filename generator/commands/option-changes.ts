import { compareOptions, type SavedOptions } from "../config/saved-options.js";
import { groupBy } from "../shared/group-by.js";
import type { Lock } from "../project/outcome.js";
import { lastOptionsOf } from "../project/sdk-line.js";
import { routeOf, type Compilation } from "./compile.js";

/** Largest number of routes and files that are named; the rest is counted. */
const MAX_NAMED = 3;

/** Largest number of files other than modules that may be deleted without a question. */
const MAX_SILENT_FILES = 20;

/**
 * Describes what options other than those of the last run do to the last generation: routes that become
 * another kind of component, many that go, and many files, such as tests. Null if it is little, or the
 * options are the same.
 */
export function describeTurnover(
  baseLock: Lock | null,
  compilation: Compilation,
  savedOptions: SavedOptions,
): string | null {
  const difference = compareOptions(lastOptionsOf(baseLock), savedOptions);
  if (baseLock === null || difference === null) return null;
  const lastRoutes = [...baseLock.files.values()].flatMap(
    ({ key = "", orphan }) => (orphan ? [] : parseKey(key)),
  );
  const kinds = groupBy<string, string>(
    compilation.components.map((component) => [
      routeOf(component),
      component.kind,
    ]),
  );
  const lastKinds = groupBy(lastRoutes);
  // A project whose API becomes a source, or the other way round, keeps its routes.
  const bareKinds = groupBy(
    [...kinds].flatMap(([route, routeKinds]) =>
      routeKinds.map((kind) => [toBareRoute(route), kind] as const),
    ),
  );
  const isRegrouped =
    lastRoutes.every(([route]) => toBareRoute(route) === route) !==
    [...kinds.keys()].every((route) => toBareRoute(route) === route);
  const isElsewhere = ["app", "config", "document"].some(
    (name) => baseLock.savedOptions[name] !== savedOptions[name],
  );
  const served = new Set(compilation.operations);
  const turnedRoutes = lastRoutes.flatMap(
    ([route, kind]): [string, string][] => {
      const currentKinds =
        (isRegrouped ? bareKinds.get(toBareRoute(route)) : kinds.get(route)) ??
        [];
      if (currentKinds.includes(kind)) return [];
      const newKind = currentKinds.find(
        (candidateKind) =>
          lastKinds.get(route)?.includes(candidateKind) !== true,
      );
      if (newKind !== undefined) return [[`${kind} → ${newKind}`, route]];
      // Routes that the document has dropped have nothing to do with options.
      return isElsewhere || served.has(route) ? [["gone", route]] : [];
    },
  );
  const groups = groupBy(turnedRoutes);
  if ((groups.get("gone")?.length ?? 0) * 4 < lastRoutes.length)
    groups.delete("gone");
  const generatedPaths = new Set(compilation.files.map(({ path }) => path));
  const removedFiles = [...baseLock.files].flatMap(
    ([path, { key, orphan }]) => {
      const isOwn = key === undefined && !path.startsWith("src/runtime/");
      return isOwn && !orphan && !generatedPaths.has(path) ? [path] : [];
    },
  );
  if (removedFiles.length > MAX_SILENT_FILES)
    groups.set("files that go", removedFiles);
  if (groups.size === 0) return null;
  const lines = [...groups].map(
    ([change, names]) => `  ${change}: ${formatNames(names)}`,
  );
  const lastFlags = difference.last || "none";
  const currentFlags = difference.now || "none";
  return [`Last run: ${lastFlags}. This run: ${currentFlags}.`, ...lines].join(
    "\n",
  );
}

/** Route without the name of its source: `POST /pets` of `shop POST /pets`. */
function toBareRoute(route: string): string {
  return route.replace(/^[\w-]+ (?=\S+ \/)/, "");
}

/** Parses the key of a component: `shop tool POST /pets`. */
function parseKey(key: string): [route: string, kind: string][] {
  const keyMatch = /^([\w-]+ )??(tool|resource|template) (.+)$/.exec(key);
  const [, source = "", kind = "", path = ""] = keyMatch ?? [];
  return keyMatch === null ? [] : [[source + path, kind]];
}

function formatNames(names: readonly string[]): string {
  const hiddenCount = names.length - MAX_NAMED;
  const shownNames = names.slice(0, MAX_NAMED).join(", ");
  return hiddenCount > 0 ? `${shownNames} and ${hiddenCount} more` : shownNames;
}
