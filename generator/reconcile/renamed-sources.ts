import {
  clientPath,
  folderOf,
  routePrefix,
  type SourceName,
} from "../config/source-name.js";
import { gather } from "../shared/group-by.js";

type Keys = Iterable<{ readonly key?: string | undefined }>;

/**
 * Sources that have another name now, or have got or lost one: of the routes that one had, at least
 * half are those of one that is new, and of no other. Tells what is called otherwise since.
 */
export function renamedSources(last: Keys, next: Keys) {
  const [had, has] = [routesOf(last), routesOf(next)];
  const alike = [...had].flatMap(([was, routes]) =>
    [...has].flatMap(([is, others]): [was: SourceName, is: SourceName][] => {
      if (has.has(was) || had.has(is)) return [];
      const shared = routes.filter((route) => others.includes(route));
      return shared.length * 2 >= routes.length ? [[was, is]] : [];
    }),
  );
  const pairs = alike.filter(
    ([was, is]) =>
      alike.filter((one) => one[0] === was || one[1] === is).length === 1,
  );
  const names = new Map(pairs);
  return {
    /** The key that a file of the last generation has now. */
    key: (before: string) =>
      before.replace(COMPONENT, (whole, source: string | undefined, rest) => {
        const is = names.get(source ?? null);
        return is === undefined ? whole : `${routePrefix(is)}${rest}`;
      }),
    /** Where a file of now was in the last generation. */
    place(now: string): string {
      for (const [was, is] of pairs)
        for (const at of [clientPath, folderOf])
          if (now.startsWith(at(is))) return at(was) + now.slice(at(is).length);
      return now;
    },
  };
}

const COMPONENT = /^(?:(\S+) )?((?:tool|resource|template) (\S+ .*))$/;

function routesOf(keys: Keys): Map<SourceName, string[]> {
  return gather(
    [...keys].flatMap(({ key = "" }) => {
      const [, source = null, , route] = COMPONENT.exec(key) ?? [];
      return route === undefined ? [] : [[source, route] as const];
    }),
  );
}
