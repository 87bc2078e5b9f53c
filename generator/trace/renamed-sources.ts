import { clientPath, folderOf, routePrefix } from "../config/source-name.js";
import type { SourceName } from "../config/source-name.js";
import { gather } from "../json.js";

type Keys = Iterable<{ readonly key?: string | undefined }>;

/** What is called otherwise since a source of the server has another name. */
export interface RenamedSources {
  /** The key that a file of the last generation has now. */
  key(last: string): string;
  /** Where a file of now was in the last generation. */
  place(now: string): string;
}

/**
 * Sources that have another name now, or have got or lost one: of the routes that one had, at least
 * half are those of one that is new, and of no other.
 */
export function renamedSources(last: Keys, next: Keys): RenamedSources {
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
    key: (key) =>
      key.replace(COMPONENT, (whole, source: string | undefined, rest) => {
        const is = names.get(source ?? null);
        return is === undefined ? whole : `${routePrefix(is)}${rest}`;
      }),
    place(path) {
      for (const [was, is] of pairs) {
        const at = [clientPath, folderOf].find((one) =>
          path.startsWith(one(is)),
        );
        if (at) return at(was) + path.slice(at(is).length);
      }
      return path;
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
