import {
  clientPathOf,
  moduleFolderOf,
  routePrefixOf,
  type SourceName,
} from "../config/source-name.js";
import { groupBy } from "../shared/group-by.js";

type KeyedFiles = Iterable<{ readonly key?: string | undefined }>;

/** Sources that have another name now. */
export type RenamedSources = ReturnType<typeof findRenamedSources>;

/**
 * Finds sources that have another name now, or have got or lost one: of the routes that one had, at
 * least half are those of one that is new, and of no other. Converts keys and paths between the two.
 */
export function findRenamedSources(base: KeyedFiles, incoming: KeyedFiles) {
  const [baseRoutes, incomingRoutes] = [
    groupRoutes(base),
    groupRoutes(incoming),
  ];
  const similarPairs = [...baseRoutes].flatMap(([formerName, routes]) =>
    [...incomingRoutes].flatMap(
      ([currentName, otherRoutes]): [
        oldName: SourceName,
        newName: SourceName,
      ][] => {
        if (incomingRoutes.has(formerName) || baseRoutes.has(currentName))
          return [];
        const sharedRoutes = routes.filter((route) =>
          otherRoutes.includes(route),
        );
        return sharedRoutes.length * 2 >= routes.length
          ? [[formerName, currentName]]
          : [];
      },
    ),
  );
  const pairs = similarPairs.filter(
    ([oldName, newName]) =>
      similarPairs.filter((pair) => pair[0] === oldName || pair[1] === newName)
        .length === 1,
  );
  const newNames = new Map(pairs);
  return {
    /** Key that a file of the last generation has now. */
    toCurrentKey: (baseKey: string) =>
      baseKey.replace(
        COMPONENT,
        (matched, source: string | undefined, componentKey) => {
          const newName = newNames.get(source ?? null);
          return newName === undefined
            ? matched
            : `${routePrefixOf(newName)}${componentKey}`;
        },
      ),
    /** Path that a file of this generation had in the last one. */
    toBasePath(currentPath: string): string {
      for (const [oldName, newName] of pairs)
        for (const pathOf of [clientPathOf, moduleFolderOf])
          if (currentPath.startsWith(pathOf(newName)))
            return pathOf(oldName) + currentPath.slice(pathOf(newName).length);
      return currentPath;
    },
  };
}

const COMPONENT = /^(?:(\S+) )?((?:tool|resource|template) (\S+ .*))$/;

function groupRoutes(keys: KeyedFiles): Map<SourceName, string[]> {
  return groupBy(
    [...keys].flatMap(({ key = "" }) => {
      const [, source = null, , route] = COMPONENT.exec(key) ?? [];
      return route === undefined ? [] : [[source, route] as const];
    }),
  );
}
