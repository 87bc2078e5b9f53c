import { gather } from "../shared/group-by.js";
import { digest } from "../shared/hash.js";
import { plain } from "../shared/line-endings.js";
import { remembering } from "../shared/memoize.js";
import { definitionsOf } from "../merge/definitions.js";
import { resolved } from "../merge/conflict-markers.js";
import type { Lock, MergeInput } from "../project/outcome.js";
import { parserOf } from "../merge/parse-typescript.js";

/**
 * Finds the files that hold what a module was generated with. Looks through all that a person has written or changed, when something is looked for first. Only a
 * file that names a route or URI is parsed, and once, since a person may have moved hundreds of modules.
 */
export function finder({
  files,
  sources,
  yours,
}: Pick<Lock, "files"> & Pick<MergeInput, "sources" | "yours">) {
  let naming: ReadonlyMap<string, readonly string[]> | undefined;
  const idsIn = remembering((path) => parsedIds(path, yours(path)));
  return (last: string | undefined, path: string): string[] => {
    const id = idOf(last ?? "");
    if (id === undefined) return [];
    naming ??= namesIn(
      (sources?.() ?? []).filter(
        (one) => digest(yours(one) ?? "") !== files.get(one)?.digest,
      ),
      yours,
    );
    const held = naming.get(id.slice(id.indexOf(" ") + 1)) ?? [];
    return held.filter(
      (one) =>
        one !== path &&
        idsIn(one).includes(id) &&
        // Another API may have the same route.
        idOf(files.get(one)?.text() ?? "") !== id,
    );
  };
}

/** What a component is found by, as `definitionsOf` tells it, in the text of a module as it was generated. */
function idOf(text: string): string | undefined {
  const callee = /\bdefine(?:Tool|Resource|Template)(?=[<(])/.exec(text)?.[0];
  const name = NAMES.map((one) => one.exec(text)?.[1]).find(Boolean);
  return callee && name && `${callee} ${name}`;
}

const NAMES = [
  /^ {2}request:\s+"(.*)",$/m,
  /^ {2}uriTemplate:\s+"(.*)",$/m,
  /^ {2}uri:\s+"(.*)",$/m,
];

/** By what stands in quotes and has a slash, as routes and URIs do, the files where it stands. */
function namesIn(
  paths: readonly string[],
  yours: MergeInput["yours"],
): Map<string, string[]> {
  return gather(
    paths.flatMap((path) => {
      const text = yours(path) ?? "";
      const names = text.match(/(?<=["'])[^"'\n/]*\/[^"'\n]*(?=["'])/g) ?? [];
      return [...new Set(names)].map((name) => [name, path] as const);
    }),
  );
}

function parsedIds(path: string, text = ""): readonly string[] {
  const [settled] = resolved(plain(text));
  const tree = parserOf(path)?.parse(settled);
  return tree === undefined ? [] : definitionsOf(tree).map(({ id }) => id);
}
