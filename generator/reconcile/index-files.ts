import { posix } from "node:path";
import type { Lock, MergeInput, RenderedFile } from "../project/outcome.js";
import { isOfKind, traceOrigins } from "./match-files.js";
import { finder } from "./find-moved.js";

/**
 * The files to be generated, in whose lists only those modules stand that are there: what was deleted
 * by hand is on none, README included, and what was moved is listed from where it is now.
 */
export function settleLists(input: MergeInput): RenderedFile[] {
  const { next, yours } = input;
  const gone = goneFrom(input);
  if (gone.size === 0) return [...next];
  const deleted = rowsOf(
    next.flatMap(({ path, text }) => {
      const { at, last } = gone.get(path) ?? {};
      return at === "" ? [text, last ?? ""] : [];
    }),
  );
  return next.map((file) => {
    if (file.path === "README.md" && deleted.size > 0) {
      const cut = (readme: string, last: string) =>
        withoutRows(readme, deleted, last);
      const text = cut(file.text, file.text);
      return { ...file, text, made: file.text, cut };
    }
    const folder = /^(.*)\/index\.ts$/.exec(file.path)?.[1];
    if (folder === undefined) return file;
    const list = yours(file.path) ?? "";
    const listing = (moved: boolean) => {
      const given = new Set<string>(); // one line of yours may be of several
      const text = file.text.replace(
        /^export \{ default as \w+ \} from "\.\/(.*)\.js";\n/gm,
        (line: string, stem: string) => {
          const at = gone.get(`${folder}/${stem}.ts`)?.at;
          if (at === undefined) return line;
          if (!moved || at === "") return "";
          const module = yours(at) ?? "";
          const own = lineOf(line, specifierOf(folder, at), { list, module });
          const isGiven = given.has(own);
          given.add(own);
          return isGiven ? "" : own;
        },
      );
      return text === "" ? "export {};\n" : text;
    };
    return { ...file, text: listing(true), made: listing(false) };
  });
}

/** What a README calls the components of modules: by name, or by URI. */
function rowsOf(modules: readonly string[]): Set<string> {
  const called = (text: string) =>
    ["uriTemplate", "uri", "name"]
      .map((key) => new RegExp(`^  ${key}:\\s+"(.*)",$`, "m").exec(text)?.[1])
      .find(Boolean);
  return new Set(modules.flatMap((text) => called(text) ?? []));
}

function withoutRows(
  readme: string,
  names: ReadonlySet<string>,
  last: string,
): string {
  return readme.replace(/^\| `([^`\n]*)` \| .*\n/gm, (row, name: string) =>
    names.has(name) && last.includes(row) ? "" : row,
  );
}

/** A line for a module that was moved: yours of the list, or where you left it as it was and that can be, one that leads there. */
function lineOf(
  line: string,
  specifier: string,
  { list, module }: { list: string; module: string },
): string {
  const own = list.split("\n").find(leadsTo(specifier));
  if (own !== undefined) return `${own}\n`;
  const [old = ""] = /\.\/.*\.js/.exec(line) ?? [];
  const isLeft = list.includes(old) && /^export default /m.test(module);
  return isLeft ? line.replace(old, specifier) : "";
}

function specifierOf(folder: string, at: string): string {
  const way = posix.relative(folder, at).replace(/\.ts$/, ".js");
  return way.startsWith(".") ? way : `./${way}`;
}

function leadsTo(specifier: string): (line: string) => boolean {
  const stem = specifier.slice(0, -3);
  return (line) => {
    const said = /(["'])(.*)\1/.exec(line)?.[2];
    return said?.replace(/\.[jt]s$/, "") === stem;
  };
}

/** A list of a folder without the line of a module. */
export function withoutLine(list: string, folder: string, at: string): string {
  const isLine = leadsTo(specifierOf(folder, at));
  const text = list
    .split("\n")
    .filter((line) => !isLine(line))
    .join("\n");
  return text.trim() === "" ? "export {};\n" : text;
}

interface Gone {
  /** Where the module is now; empty where it is nowhere, or in a file that is listed itself. */
  readonly at: string;
  /** What it said last. */
  readonly last: string;
}

/** Modules that were generated last and are not in their place now. */
function goneFrom({ last: lock, sources, yours, next }: MergeInput) {
  const files: Lock["files"] = lock?.files ?? new Map();
  const origins = traceOrigins(files, next);
  const find = finder({ files, sources, yours });
  const gone = new Map<string, Gone>();
  for (const file of next) {
    const { key, path } = file;
    const from = key === undefined ? undefined : origins.get(path);
    if (from === undefined) continue;
    if (yours(from) !== undefined || yours(path) !== undefined) continue;
    const base = files.get(from);
    const last = base?.text() ?? "";
    const at = find(last, from).find((one) => !files.has(one)) ?? "";
    const isAnew = at !== "" && base && !isOfKind(file, base);
    if (!isAnew) gone.set(path, { at, last });
  }
  return gone;
}
