import { posix } from "node:path";
import type { RenderedFile } from "../project/outcome.js";
import { isSameKind } from "./match-files.js";
import { originOf, type PairedInput } from "./pair-files.js";

/**
 * Adapts the lists in the files to be generated to the modules in the folder: a module that was deleted
 * by hand is on none, README included, and one that was moved is listed from its new path.
 */
export function adaptListFiles(input: PairedInput): RenderedFile[] {
  const { incoming, readCurrent } = input;
  const goneModules = findGoneModules(input);
  if (goneModules.size === 0) return [...incoming];
  const deletedNames = rowNamesOf(
    incoming.flatMap(({ path, text }) => {
      const { baseText = "", isNowhere = false } = goneModules.get(path) ?? {};
      return isNowhere ? [text, baseText] : [];
    }),
  );
  return incoming.map((file) => {
    if (file.path === "README.md" && deletedNames.size > 0) {
      const generatedText = file.text;
      const listFile = { ...file, generatedText, deletedNames };
      return {
        ...listFile,
        text: dropDeletedRows(listFile, generatedText, generatedText),
      };
    }
    const folder = /^(.*)\/index\.ts$/.exec(file.path)?.[1];
    if (folder === undefined) return file;
    const list = readCurrent(file.path) ?? "";
    const listModules = (includesMoved: boolean) => {
      const givenLines = new Set<string>(); // one line of the current list may be of several modules
      const text = file.text.replace(
        /^export \{ default as \w+ \} from "\.\/(.*)\.js";\n/gm,
        (line: string, stem: string) => {
          const currentPath = goneModules.get(
            `${folder}/${stem}.ts`,
          )?.currentPath;
          if (currentPath === undefined) return line;
          if (!includesMoved || currentPath === "") return "";
          const module = readCurrent(currentPath) ?? "";
          const exportLine = exportLineOf(
            line,
            specifierOf(folder, currentPath),
            {
              list,
              module,
            },
          );
          const isRepeated = givenLines.has(exportLine);
          givenLines.add(exportLine);
          return isRepeated ? "" : exportLine;
        },
      );
      return text === "" ? "export {};\n" : text;
    };
    return {
      ...file,
      text: listModules(true),
      generatedText: listModules(false),
    };
  });
}

/** Names of components in the rows of a README: URI template, URI or name. */
function rowNamesOf(modules: readonly string[]): Set<string> {
  const nameOf = (text: string) =>
    ["uriTemplate", "uri", "name"]
      .map((key) => new RegExp(`^  ${key}:\\s+"(.*)",$`, "m").exec(text)?.[1])
      .find(Boolean);
  return new Set(modules.flatMap((text) => nameOf(text) ?? []));
}

/** Removes from a README the rows of components that a person has deleted, if they stand there as in the base. */
export function dropDeletedRows(
  { deletedNames }: Pick<RenderedFile, "deletedNames">,
  readme: string,
  baseText: string,
): string {
  if (deletedNames === undefined) return readme;
  return readme.replace(/^\| `([^`\n]*)` \| .*\n/gm, (row, name: string) =>
    deletedNames.has(name) && baseText.includes(row) ? "" : row,
  );
}

/** Export line for a module that was moved: that of the list in the folder, or, if it was left as it was and the module has a default export, one with the new path. */
function exportLineOf(
  line: string,
  specifier: string,
  { list, module }: { list: string; module: string },
): string {
  const ownLine = list.split("\n").find(toLineMatcher(specifier));
  if (ownLine !== undefined) return `${ownLine}\n`;
  const start = line.indexOf("./");
  const end = line.lastIndexOf(".js");
  const oldSpecifier =
    start >= 0 && start + 2 <= end ? line.slice(start, end + 3) : "";
  const isUntouched =
    list.includes(oldSpecifier) && /^export default /m.test(module);
  return isUntouched ? line.replace(oldSpecifier, specifier) : "";
}

function specifierOf(folder: string, path: string): string {
  const relativePath = posix.relative(folder, path).replace(/\.ts$/, ".js");
  return relativePath.startsWith(".") ? relativePath : `./${relativePath}`;
}

function toLineMatcher(specifier: string): (line: string) => boolean {
  const stem = specifier.slice(0, -3);
  return (line) => {
    const lineSpecifier = /(["'])(.*)\1/.exec(line)?.[2];
    return lineSpecifier?.replace(/\.[jt]s$/, "") === stem;
  };
}

/** Drops the line of a module from the list of a folder. */
export function dropExportLine(
  list: string,
  folder: string,
  modulePath: string,
): string {
  const isLine = toLineMatcher(specifierOf(folder, modulePath));
  const text = list
    .split("\n")
    .filter((line) => !isLine(line))
    .join("\n");
  return text.trim() === "" ? "export {};\n" : text;
}

interface GoneModule {
  /** Path of the module now; empty if it is gone, or in a file that is listed itself. */
  readonly currentPath: string;
  /** True if no file holds its component; false if the file of another module does. */
  readonly isNowhere: boolean;
  /** Text of the module as it was generated last. */
  readonly baseText: string;
}

/** Finds modules that were generated last and are not in their place now. */
function findGoneModules(input: PairedInput) {
  const { findMoved, files, incoming, readCurrent } = input;
  const goneModules = new Map<string, GoneModule>();
  for (const file of incoming) {
    const { key, path } = file;
    const origin = key === undefined ? undefined : originOf(file, input);
    if (origin === undefined) continue;
    const { from, base } = origin;
    if (readCurrent(from) !== undefined || readCurrent(path) !== undefined)
      continue;
    const baseText = base.text() ?? "";
    const foundPaths = findMoved(baseText, from);
    const currentPath =
      foundPaths.find((foundPath) => !files.has(foundPath)) ?? "";
    const isGeneratedAnew = currentPath !== "" && !isSameKind(file, base);
    if (!isGeneratedAnew)
      goneModules.set(path, {
        currentPath,
        isNowhere: foundPaths.length === 0,
        baseText,
      });
  }
  return goneModules;
}
