import { groupBy } from "../shared/group-by.js";
import { digest } from "../shared/hash.js";
import { normalizeLineEndings } from "../shared/line-endings.js";
import { memoize } from "../shared/memoize.js";
import { findDefinitions } from "../merge/definitions.js";
import { resolveBothWays } from "../merge/conflict-markers.js";
import type { Lock, MergeInput } from "../project/outcome.js";
import { parserOf } from "../merge/parse-typescript.js";

/** Finds the files that hold the component of a module now, given the module's text and path at the last generation. */
export type MoveFinder = (
  baseText: string | undefined,
  path: string,
) => readonly string[];

/**
 * Creates a function that finds the files that hold the component of a module. The first search reads all files that
 * the user has written or changed. Only a file that names a route or URI is parsed, and once, since the user may have
 * moved hundreds of modules.
 */
export function createMoveFinder({
  files,
  listSources,
  readCurrent,
}: Pick<Lock, "files"> &
  Pick<MergeInput, "listSources" | "readCurrent">): MoveFinder {
  let pathsByName: ReadonlyMap<string, readonly string[]> | undefined;
  const readIds = memoize((path) =>
    parseDefinitionIds(path, readCurrent(path)),
  );
  return (baseText, path) => {
    const id = readDefinitionId(baseText ?? "");
    if (id === undefined) return [];
    pathsByName ??= groupPathsByName(
      (listSources?.() ?? []).filter(
        (sourcePath) =>
          digest(readCurrent(sourcePath) ?? "") !==
          files.get(sourcePath)?.digest,
      ),
      readCurrent,
    );
    const candidatePaths = pathsByName.get(id.slice(id.indexOf(" ") + 1)) ?? [];
    return candidatePaths.filter(
      (candidatePath) =>
        candidatePath !== path &&
        readIds(candidatePath).includes(id) &&
        // Another API may have the same route.
        readDefinitionId(files.get(candidatePath)?.text() ?? "") !== id,
    );
  };
}

/** Reads the id of a component, as in `findDefinitions`, from the text of a module as it was generated. */
function readDefinitionId(text: string): string | undefined {
  const callee = /\bdefine(?:Tool|Resource|Template)(?=[<(])/.exec(text)?.[0];
  const name = ID_PATTERNS.map((pattern) => pattern.exec(text)?.[1]).find(
    Boolean,
  );
  return callee && name && `${callee} ${name}`;
}

const ID_PATTERNS = [
  /^ {2}request:\s+"(.*)",$/m,
  /^ {2}uriTemplate:\s+"(.*)",$/m,
  /^ {2}uri:\s+"(.*)",$/m,
];

/** Groups paths of files by the quoted strings with a slash that they contain, as routes and URIs have one. */
function groupPathsByName(
  paths: readonly string[],
  readCurrent: MergeInput["readCurrent"],
): Map<string, string[]> {
  return groupBy(
    paths.flatMap((path) => {
      const text = readCurrent(path) ?? "";
      const names = text.match(/(?<=["'])[^"'\n/]*\/[^"'\n]*(?=["'])/g) ?? [];
      return [...new Set(names)].map((name) => [name, path] as const);
    }),
  );
}

function parseDefinitionIds(path: string, text = ""): readonly string[] {
  const [resolvedText] = resolveBothWays(normalizeLineEndings(text));
  const tree = parserOf(path)?.parse(resolvedText);
  return tree === undefined ? [] : findDefinitions(tree).map(({ id }) => id);
}
