import { differenceOf, type Memory } from "../config/saved-options.js";
import { gather } from "../shared/group-by.js";
import type { Lock } from "../project/outcome.js";
import { routeOf, type Made } from "./compile.js";

/** Routes and files that are named; the rest is counted. */
const MAX_NAMED = 3;

/** Files besides modules that may go without a question. */
const FEW = 20;

/**
 * What options other than those of the last run do to what was generated then, in words: routes that
 * become another kind of component, many that go, and many files, such as tests. Null: little, or the
 * options are the same.
 */
export function turnoverOf(
  last: Lock | null,
  made: Made,
  memory: Memory,
): string | null {
  const difference = differenceOf(last?.memory, memory);
  if (last === null || difference === null) return null;
  const before = [...last.files.values()].flatMap(({ key = "", orphan }) =>
    orphan ? [] : parseKey(key),
  );
  const kinds = gather<string, string>(
    made.components.map((one) => [routeOf(one), one.kind]),
  );
  const had = gather(before);
  const isElsewhere = ["app", "config", "document"].some(
    (name) => last.memory[name] !== memory[name],
  );
  const served = new Set(made.operations);
  const turned = before.flatMap(([route, kind]): [string, string][] => {
    const now = kinds.get(route) ?? [];
    if (now.includes(kind)) return [];
    const anew = now.find((one) => had.get(route)?.includes(one) !== true);
    if (anew !== undefined) return [[`${kind} → ${anew}`, route]];
    // What the document has dropped is no matter of options.
    return isElsewhere || served.has(route) ? [["gone", route]] : [];
  });
  const groups = gather(turned);
  if ((groups.get("gone")?.length ?? 0) * 4 < before.length)
    groups.delete("gone");
  const kept = new Set(made.files.map(({ path }) => path));
  const files = [...last.files].flatMap(([path, { key, orphan }]) => {
    const isOwn = key === undefined && !path.startsWith("src/runtime/");
    return isOwn && !orphan && !kept.has(path) ? [path] : [];
  });
  if (files.length > FEW) groups.set("files that go", files);
  if (groups.size === 0) return null;
  const lines = [...groups].map(([what, all]) => `  ${what}: ${named(all)}`);
  const until = difference.last || "nothing of that";
  const now = difference.now || "nothing of that";
  return [`Until now: ${until}; this time: ${now}.`, ...lines].join("\n");
}

/** `shop tool POST /pets` */
function parseKey(key: string): [route: string, kind: string][] {
  const match = /^([\w-]+ )??(tool|resource|template) (.+)$/.exec(key);
  const [, source = "", kind = "", path = ""] = match ?? [];
  return match === null ? [] : [[source + path, kind]];
}

function named(all: readonly string[]): string {
  const rest = all.length - MAX_NAMED;
  const some = all.slice(0, MAX_NAMED).join(", ");
  return rest > 0 ? `${some} and ${rest} more` : some;
}
