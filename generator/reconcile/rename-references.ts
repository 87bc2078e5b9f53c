import { posix } from "node:path";
import type { Lock, RenderedFile } from "../project/outcome.js";
import { renamedSources } from "./renamed-sources.js";

/** What components are called now that had another name last, wherever a text names them. */
export interface Renames {
  readonly any: boolean;
  /** A text with new names, from one path to another: types of operations, imports of modules, names in lists and of what they hold. */
  apply(text: string, from: string, to?: string): string;
}

const OPERATION =
  /\boperations\[\s*(["'])((?:(?!\1)[^\\\n]|\\.)*)\1\s*(?:,\s*)?\]/g;
export const IMPORT =
  /((?:\bfrom|\bimport)\s*\(?\s*["'])(\.{1,2}\/[^"'\n]*)(?=["'])/g;
const EXPORT =
  /\bdefault as (\w+)(?=\s*(?:,\s*)?\}\s*from\s*["']\.\/([\w-]+)\.js["'])/g;
const LIST = /\/(?:tools|resources|templates)\/index\.js["']/;

/** Whether a path is that of a list of modules, as an import would name it. */
const isList = (path: string) => LIST.test(`/${path.slice(0, -3)}.js"`);

/** Of all files that have moved. */
export function renamesOf(
  files: Lock["files"],
  next: readonly RenderedFile[],
  origins: ReadonlyMap<string, string>,
): Renames {
  const operations = new Map<string, string>();
  const paths = new Map<string, string>();
  const sources = renamedSources(files.values(), next);
  for (const { path, text, editable } of next) {
    // Types and schemas of a source are no component of it.
    const from = editable ? origins.get(path) : sources.place(path);
    if (from === undefined || from === path || !files.has(from)) continue;
    paths.set(from, path);
    const [was, is] = [files.get(from)?.text() ?? "", text].map(
      (one) => [...one.matchAll(OPERATION)][0]?.[2],
    );
    if (was !== undefined && is !== undefined) operations.set(was, is);
  }
  const exports = exportsOf(files, next, paths);
  const apply = (text: string, from: string, to = from) =>
    inLists(
      text
        .replace(EXPORT, (whole, name: string, stem: string) => {
          const path = posix.join(posix.dirname(from), `${stem}.ts`);
          const isOld = exports.get(path)?.was === name;
          return isOld ? `default as ${exports.get(path)?.is}` : whole;
        })
        .replace(OPERATION, (whole, quote: string, name: string) => {
          const is = operations.get(name);
          return is === undefined || is === name
            ? whole
            : `operations[${quote}${is}${quote}]`;
        })
        .replace(IMPORT, (whole, head: string, specifier: string) => {
          const target = posix.join(posix.dirname(from), specifier);
          const [ending = ""] = /\.[jt]s$/.exec(target) ?? [];
          const path = paths.get(target.replace(/(?:\.[jt]s)?$/, ".ts"));
          const here = posix.dirname(from) === posix.dirname(to);
          const isListed = isList(from);
          const isElsewhere =
            path && posix.dirname(path) !== posix.dirname(from);
          if (here && (path === undefined || (isListed && isElsewhere)))
            return whole;
          const is = path?.replace(/\.ts$/, ending) ?? target;
          const way = posix.relative(posix.dirname(to), is);
          return head + (way.startsWith(".") ? way : `./${way}`);
        }),
      [...exports.values()],
    );
  return { any: paths.size > 0, apply };
}

interface Names {
  readonly was: string;
  readonly is: string;
}

/** What lists call the modules that have moved, by their old paths. */
function exportsOf(
  files: Lock["files"],
  next: readonly RenderedFile[],
  paths: ReadonlyMap<string, string>,
): Map<string, Names> {
  const exports = new Map<string, Names>();
  if (paths.size === 0) return exports;
  const namesIn = (path: string, text: string) =>
    [...text.matchAll(EXPORT)].map(
      ([, name = "", stem = ""]) =>
        [posix.join(posix.dirname(path), `${stem}.ts`), name] as const,
    );
  const lists = next.filter(({ path }) => isList(path));
  const is = new Map(lists.flatMap(({ path, text }) => namesIn(path, text)));
  const was = new Map(
    lists.flatMap(({ path }) => namesIn(path, files.get(path)?.text() ?? "")),
  );
  for (const [from, to] of paths) {
    const [old, now] = [was.get(from), is.get(to)];
    if (old && now && old !== now) exports.set(from, { was: old, is: now });
  }
  return exports;
}

/** `toolList.old`, and `old` where it is imported from a list. */
function inLists(text: string, names: readonly Names[]): string {
  if (names.length === 0 || !LIST.test(text)) return text;
  const now = new Map(names.map(({ was, is }) => [was, is]));
  const spaces = [
    ...text.matchAll(
      /import \* as (\w+) from\s*["'][^"']*\/(?:tools|resources|templates)\/index\.js["']/g,
    ),
  ].map(([, space]) => space);
  const renamed = text.replace(
    /\b(\w+)\.(\w+)\b/g,
    (whole, space: string, name: string) =>
      spaces.includes(space) && now.has(name)
        ? `${space}.${now.get(name)}`
        : whole,
  );
  return renamed.replace(
    /((?:im|ex)port \{)([^{}]*)(\} from\s*["'][^"']*\/(?:tools|resources|templates)\/index\.js["'])/g,
    (_, head: string, inside: string, tail: string) =>
      head +
      inside.replace(/(\w+)( as \w+)?/g, (whole, name: string, alias = "") => {
        const is = now.get(name);
        return is === undefined ? whole : `${is}${alias || ` as ${name}`}`;
      }) +
      tail,
  );
}
