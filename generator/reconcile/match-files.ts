import type { LockedFile, RenderedFile } from "../project/outcome.js";
import type { RenamedSources } from "./renamed-sources.js";

/** Paths of a route's components by their kinds. */
type PathsByKind = Map<string, string>;

/**
 * Finds for every file generated now the path that it had last: of the file with the same key, otherwise of the
 * component of the same route that has become this one, otherwise of the file with the same path.
 */
export function matchFiles(
  files: ReadonlyMap<string, LockedFile>,
  incoming: readonly RenderedFile[],
  renamedSources: RenamedSources,
): Map<string, string> {
  const currentKeyOf = (path: string) =>
    renamedSources.toCurrentKey(files.get(path)?.key ?? "");
  const baseRoutes = groupByRoute(
    [...files.keys()].map((path) => ({ path, key: currentKeyOf(path) })),
  );
  const incomingRoutes = groupByRoute(incoming);
  const origins = new Map<string, string>();
  for (const { path, key } of incoming) {
    if (key === undefined) continue;
    const [route, kind] = routeOf(key);
    const from = formerPathOf(
      kind,
      baseRoutes.get(route),
      incomingRoutes.get(route),
    );
    if (from === undefined) continue;
    // An orphan of the same key may be elsewhere.
    const isAtOwnPath =
      files.has(path) && currentKeyOf(path) === currentKeyOf(from);
    origins.set(path, isAtOwnPath ? path : from);
  }
  const claimedPaths = new Set(origins.values());
  const findBasePath = (path: string, editable: boolean) =>
    files.has(path) || !editable ? path : renamedSources.toBasePath(path);
  for (const { path, key, editable } of incoming) {
    const isOtherComponent =
      key !== undefined && baseRoutes.has(routeOf(key)[0]);
    const from = findBasePath(path, editable);
    if (origins.has(path) || !files.has(from) || claimedPaths.has(from))
      continue;
    if (!isOtherComponent) origins.set(path, from);
  }
  return origins;
}

/** Route and kind of a key: `shop tool GET /pets` is `shop GET /pets` and a tool. Other keys have no kind. */
export function routeOf(key: string): [route: string, kind: string] {
  const [, source = "", kind = "", route = key] =
    /^(\S+ )?(tool|resource|template) (\S+ .*)$/.exec(key) ?? [];
  return [source + route, kind];
}

function groupByRoute(
  files: readonly Pick<RenderedFile, "path" | "key">[],
): Map<string, PathsByKind> {
  const routes = new Map<string, PathsByKind>();
  for (const { path, key } of files) {
    if (key === undefined) continue;
    const [route, kind] = routeOf(key);
    const kinds = routes.get(route) ?? new Map<string, string>();
    routes.set(route, kinds.set(kind, path));
  }
  return routes;
}

/** Path that a component had: the file that holds the handler of a route keeps it, of whatever kind it is. A tool holds it before all others, which then refer to it. */
function formerPathOf(
  kind: string,
  basePaths: PathsByKind = new Map(),
  incomingPaths: PathsByKind = new Map(),
): string | undefined {
  const goneKind = [...basePaths.keys()].find(
    (baseKind) => !incomingPaths.has(baseKind),
  );
  if (basePaths.has("tool") === incomingPaths.has("tool"))
    return basePaths.get(kind) ?? basePaths.get(goneKind ?? "");
  if (incomingPaths.has("tool"))
    return kind === "tool" ? [...basePaths.values()][0] : undefined;
  const [firstKind] = incomingPaths.keys();
  return kind === firstKind ? basePaths.get("tool") : basePaths.get(kind);
}

/**
 * True if a component is a tool, a resource or a template as it was: one of another kind can't be in a hand-written
 * module.
 */
export function isSameKind(
  { key = "" }: RenderedFile,
  { key: baseKey = "" }: LockedFile,
): boolean {
  return routeOf(key)[1] === routeOf(baseKey)[1];
}
