import { posix } from "node:path";
import type { Lock, RenderedFile } from "../project/outcome.js";
import type { PairedInput } from "./pair-files.js";

/** Renames of components since the last generation, for all texts that name them. */
export interface Renames {
  readonly hasRenames: boolean;
  /** Writes new names into a text that goes from one path to another: types of operations, imports of modules, names in lists and of their members. */
  apply(text: string, from: string, to?: string): string;
}

const OPERATION =
  /\boperations\[\s*(["'])((?:(?!\1)[^\\\n]|\\.)*)\1\s*(?:,\s*)?\]/g;
export const IMPORT =
  /((?:\bfrom|\bimport)\s*(?:\(\s*)?["'])(\.{1,2}\/[^"'\n]*)(?=["'])/g;
const EXPORT =
  /\bdefault as (\w+)(?=\s*(?:,\s*)?\}\s*from\s*["']\.\/([\w-]+)\.js["'])/g;
const LIST = /\/(?:tools|resources|resource-templates)\/index\.js["']/;

/** True if a path is that of a list of modules, as an import would name it. */
const isList = (path: string) => LIST.test(`/${path.slice(0, -3)}.js"`);

/** Finds the renames of all files that have moved. */
export function findRenames({
  files,
  incoming,
  origins,
  renamedSources,
}: PairedInput): Renames {
  const operations = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const { path, text, editable } of incoming) {
    // Types and schemas of a source are not a component of it.
    const from = editable ? origins.get(path) : renamedSources.toBasePath(path);
    if (from === undefined || from === path || !files.has(from)) continue;
    paths.set(from, path);
    const [oldOperation, newOperation] = [
      files.get(from)?.text() ?? "",
      text,
    ].map((fileText) => [...fileText.matchAll(OPERATION)][0]?.[2]);
    if (oldOperation !== undefined && newOperation !== undefined)
      operations.set(oldOperation, newOperation);
  }
  const exports = findExportChanges(files, incoming, paths);
  const apply = (text: string, from: string, to = from) =>
    renameInLists(
      text
        .replace(EXPORT, (matched, name: string, stem: string) => {
          const path = posix.join(posix.dirname(from), `${stem}.ts`);
          const isOld = exports.get(path)?.oldName === name;
          return isOld ? `default as ${exports.get(path)?.newName}` : matched;
        })
        .replace(OPERATION, (matched, quote: string, name: string) => {
          const newOperation = operations.get(name);
          return newOperation === undefined || newOperation === name
            ? matched
            : `operations[${quote}${newOperation}${quote}]`;
        })
        .replace(IMPORT, (matched, head: string, specifier: string) => {
          const target = posix.join(posix.dirname(from), specifier);
          const [ending = ""] = /\.[jt]s$/.exec(target) ?? [];
          const path = paths.get(target.replace(/(?:\.[jt]s)?$/, ".ts"));
          const isSameFolder = posix.dirname(from) === posix.dirname(to);
          const isListed = isList(from);
          const isElsewhere =
            path && posix.dirname(path) !== posix.dirname(from);
          if (isSameFolder && (path === undefined || (isListed && isElsewhere)))
            return matched;
          const newTarget = path?.replace(/\.ts$/, ending) ?? target;
          const relativePath = posix.relative(posix.dirname(to), newTarget);
          return (
            head +
            (relativePath.startsWith(".") ? relativePath : `./${relativePath}`)
          );
        }),
      [...exports.values()],
    );
  return { hasRenames: paths.size > 0, apply };
}

interface NameChange {
  readonly oldName: string;
  readonly newName: string;
}

/** Finds the names that lists give to modules that have moved, by their old paths. */
function findExportChanges(
  files: Lock["files"],
  incoming: readonly RenderedFile[],
  paths: ReadonlyMap<string, string>,
): Map<string, NameChange> {
  const changes = new Map<string, NameChange>();
  if (paths.size === 0) return changes;
  const readExports = (path: string, text: string) =>
    [...text.matchAll(EXPORT)].map(
      ([, name = "", stem = ""]) =>
        [posix.join(posix.dirname(path), `${stem}.ts`), name] as const,
    );
  const lists = incoming.filter(({ path }) => isList(path));
  const newNames = new Map(
    lists.flatMap(({ path, text }) => readExports(path, text)),
  );
  const oldNames = new Map(
    lists.flatMap(({ path }) =>
      readExports(path, files.get(path)?.text() ?? ""),
    ),
  );
  for (const [from, to] of paths) {
    const [oldName, newName] = [oldNames.get(from), newNames.get(to)];
    if (oldName && newName && oldName !== newName)
      changes.set(from, { oldName, newName });
  }
  return changes;
}

/** Renames `toolList.old`, and `old` if it is imported from a list. */
function renameInLists(text: string, changes: readonly NameChange[]): string {
  if (changes.length === 0 || !LIST.test(text)) return text;
  const newNames = new Map(
    changes.map(({ oldName, newName }) => [oldName, newName]),
  );
  const namespaces = [
    ...text.matchAll(
      /import \* as (\w+) from\s*["'][^"']*\/(?:tools|resources|resource-templates)\/index\.js["']/g,
    ),
  ].map(([, namespaceName]) => namespaceName);
  const renamedText = text.replace(
    /\b(\w+)\.(\w+)\b/g,
    (matched, namespaceName: string, name: string) =>
      namespaces.includes(namespaceName) && newNames.has(name)
        ? `${namespaceName}.${newNames.get(name)}`
        : matched,
  );
  return renamedText.replace(
    /((?:im|ex)port \{)([^{}]*)(\} from\s*["'][^"']*\/(?:tools|resources|resource-templates)\/index\.js["'])/g,
    (_, head: string, specifiers: string, tail: string) =>
      head +
      specifiers.replace(
        /(\w+)( as \w+)?/g,
        (matched, name: string, alias = "") => {
          const newName = newNames.get(name);
          return newName === undefined
            ? matched
            : `${newName}${alias || ` as ${name}`}`;
        },
      ) +
      tail,
  );
}
