import type { LockedFile, RenderedFile } from "../project/outcome.js";
import { renamedSources } from "./renamed-sources.js";

/** Paths of a route's components by their kinds. */
type Kinds = Map<string, string>;

/**
 * For every file generated now, the path that it had last: of the file with the same key, else of the
 * component of the same route that has become this one, else of the file with the same path.
 */
export function traceOrigins(
  files: ReadonlyMap<string, LockedFile>,
  next: readonly RenderedFile[],
): Map<string, string> {
  const renamed = renamedSources(files.values(), next);
  const keyOf = (path: string) => renamed.key(files.get(path)?.key ?? "");
  const last = byRoute(
    [...files.keys()].map((path) => ({ path, key: keyOf(path) })),
  );
  const now = byRoute(next);
  const origins = new Map<string, string>();
  for (const { path, key } of next) {
    if (key === undefined) continue;
    const [route, kind] = routeOf(key);
    const from = originOf(kind, last.get(route), now.get(route));
    if (from === undefined) continue;
    // An orphan of the same key may lie elsewhere.
    const isHere = files.has(path) && keyOf(path) === keyOf(from);
    origins.set(path, isHere ? path : from);
  }
  const claimed = new Set(origins.values());
  for (const { path, key, editable } of next) {
    const isOther = key !== undefined && last.has(routeOf(key)[0]);
    const from = files.has(path) || !editable ? path : renamed.place(path);
    if (origins.has(path) || !files.has(from) || claimed.has(from)) continue;
    if (!isOther) origins.set(path, from);
  }
  return origins;
}

/** `shop tool GET /pets` is `shop GET /pets` and a tool. Other keys are of no kind. */
export function routeOf(key: string): [route: string, kind: string] {
  const [, source = "", kind = "", route = key] =
    /^(\S+ )?(tool|resource|template) (\S+ .*)$/.exec(key) ?? [];
  return [source + route, kind];
}

function byRoute(
  files: readonly Pick<RenderedFile, "path" | "key">[],
): Map<string, Kinds> {
  const routes = new Map<string, Kinds>();
  for (const { path, key } of files) {
    if (key === undefined) continue;
    const [route, kind] = routeOf(key);
    const kinds = routes.get(route) ?? new Map<string, string>();
    routes.set(route, kinds.set(kind, path));
  }
  return routes;
}

/** Where a component was: what holds the handler of a route stays that, of whatever kind it is. A tool holds it before all others, which then refer to it. */
function originOf(
  kind: string,
  was: Kinds = new Map(),
  is: Kinds = new Map(),
): string | undefined {
  const gone = [...was.keys()].find((one) => !is.has(one));
  if (was.has("tool") === is.has("tool"))
    return was.get(kind) ?? was.get(gone ?? "");
  if (is.has("tool")) return kind === "tool" ? [...was.values()][0] : undefined;
  const [first] = is.keys();
  return kind === first ? was.get("tool") : was.get(kind);
}

/** Whether a component is a tool, a resource or a template as it was: another one can't stand in the module of a person's. */
export function isOfKind(
  { key = "" }: RenderedFile,
  { key: last = "" }: LockedFile,
): boolean {
  return routeOf(key)[1] === routeOf(last)[1];
}
