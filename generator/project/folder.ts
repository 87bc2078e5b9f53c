import { existsSync, lstatSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import {
  assertWithin,
  checkoutOf,
  type SafeOptions,
} from "../checkout/checkout.js";
import {
  isOutside,
  realPathOf,
  resolveLinks,
  throwUnlessAbsent,
} from "../checkout/links.js";
import type { Config } from "../config/config.js";
import { optionError } from "../config/validate.js";
import { wrapError, ToolwrightError } from "../errors.js";
import {
  assertGeneratedPath,
  isLockOrOptions,
  isOwnSource,
  type ProjectPath,
  classifyPath,
} from "./paths.js";

/** Folders in which the system shows itself as files: what is written there is lost, or does something. */
const SYSTEM_FOLDERS = /^\/(?:dev(?!\/shm(?:\/|$))|proc|sys)(?:\/|$)/;

/**
 * Resolves the output folder to an absolute path. Throws a ToolwrightError if the config names none, one that can't hold
 * files, or one that a checkout must not name.
 */
export function resolveOutFolder(
  config: Pick<Config, "out">,
  options: SafeOptions,
): string {
  const { out }: { readonly out?: unknown } = config;
  if (typeof out === "string") {
    const { cwd = process.cwd() } = options;
    const folder = assertUsable(resolve(cwd, out));
    assertWithin(checkoutOf(config, options), "out", folder);
    return folder;
  }
  if (out !== undefined)
    throw new ToolwrightError(optionError("The option out must be a string."));
  throw new ToolwrightError({
    code: "no-output",
    message: "No output folder was given.",
    hint: "Pass --out my-api-mcp, or set `out` in the config.",
  });
}

function assertUsable(out: string): string {
  const longName = out.split(sep).find((name) => Buffer.byteLength(name) > 255);
  if (longName !== undefined) {
    throw new ToolwrightError({
      code: "bad-output",
      message: `The folder name has ${longName.length} characters, which is too long for file systems.`,
      hint: "Choose a shorter name with --out.",
    });
  }
  if (!SYSTEM_FOLDERS.test(resolveLinks(out))) return out;
  throw new ToolwrightError({
    code: "bad-output",
    file: out,
    message: "This is a system folder (such as /proc), which can't hold files.",
    hint: "Choose another folder with --out.",
  });
}

/**
 * Creates a reader of files below a folder: relative path → text, undefined if there is no file. It reads
 * each once, and nothing outside of the folder.
 */
export function createProjectReader(
  out: string,
): (path: string) => string | undefined {
  const checkInside = createInsideCheck(out);
  const texts = new Map<string, string | undefined>();
  return (path) => {
    if (texts.has(path)) return texts.get(path);
    if (!isLockOrOptions(path) && !isOwnSource(path)) assertGeneratedPath(path);
    checkInside(dirname(path));
    const text = readInside(out, path);
    texts.set(path, text);
    return text;
  };
}

/** Text of a file that the user named; undefined if there is none. Throws a ToolwrightError for a folder or a link. */
export function readPlainFile(path: string): string | undefined {
  return readInside(dirname(path), basename(path));
}

/** True if a folder has a file at this path; reads nothing of it. */
export function hasFile(out: string, path: string): boolean {
  return existsSync(join(out, path));
}

/**
 * Creates a function that lists the paths of all source below src/ to which the user may have moved a module, sorted;
 * the folder is read once.
 */
export function createSourceLister(out: string): () => readonly string[] {
  let paths: readonly string[] | undefined;
  return () => (paths ??= listFiles(out, "src").filter(isOwnSource));
}

/** Creates a function that lists the paths of all TypeScript below test/, sorted; the folder is read once. */
export function createTestLister(out: string): () => readonly string[] {
  let paths: readonly string[] | undefined;
  return () => (paths ??= listFiles(out, "test").filter(isOwnSource));
}

/** Folders of the project's root that extensions write into, by kind of path. */
const EXTENSION_FOLDERS = { evals: "evals", skill: "skills" } as const;

/** Paths of an extension's files on disk, whoever wrote them, sorted. */
export function listExtensionFiles(
  out: string,
  kind: keyof typeof EXTENSION_FOLDERS,
): string[] {
  return listFiles(out, EXTENSION_FOLDERS[kind]).filter(isOfKind(kind));
}

/** Paths of the contracts of tools without an operation, sorted. */
export function listCustomContracts(out: string): string[] {
  return listFiles(out, "test/contract/custom").filter(isOfKind("contract"));
}

/** Paths of all contracts on the disk, sorted. */
export function listContracts(out: string): string[] {
  return listFiles(out, "test").filter(isOfKind("contract"));
}

const isOfKind = (kind: ProjectPath["kind"]) => (path: string) =>
  classifyPath(path)?.kind === kind;

/**
 * Paths of all files below a folder, sorted. Links are not followed: they may lead in circles or to all of a disk. That
 * is why the folders are walked one by one: with `recursive`, versions 22 and 24 of Node follow links.
 */
function listFiles(out: string, folder: string): string[] {
  if (!createInsideCheck(out)(folder)) return [];
  try {
    return walkFiles(join(out, folder))
      .map((path) => relative(out, path).split(sep).join("/"))
      .sort();
  } catch (error) {
    return throwUnlessAbsent(error, folder) ?? [];
  }
}

function walkFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walkFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

/**
 * Creates a check whether a folder exists in the output folder; it looks at each once. It throws if a
 * symbolic link leads out of the output folder.
 */
function createInsideCheck(out: string): (folder: string) => boolean {
  const root = realPathOf(out);
  const existenceByFolder = new Map([[".", root !== undefined]]);
  return function exists(folder): boolean {
    const isKnownThere = existenceByFolder.get(folder);
    if (isKnownThere !== undefined) return isKnownThere;
    const hasParent = exists(dirname(folder));
    const realPath = hasParent ? realPathOf(join(out, folder)) : undefined;
    if (realPath !== undefined && isOutside(root ?? out, realPath)) {
      throw new ToolwrightError({
        code: "outside-output",
        file: folder,
        message:
          "This folder is a symbolic link that leads outside the output folder.",
        hint: "Replace the link with a real folder.",
      });
    }
    existenceByFolder.set(folder, realPath !== undefined);
    return realPath !== undefined;
  };
}

function readInside(out: string, path: string): string | undefined {
  const fullPath = join(out, path);
  try {
    const stat = lstatSync(fullPath, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (stat.isFile()) return decodeUtf8(readFileSync(fullPath), path);
  } catch (error) {
    return throwUnlessAbsent(error, path);
  }
  throw new ToolwrightError({
    code: "not-a-file",
    file: path,
    message: "A folder or link has the path of a generated file.",
    hint: "Move it.",
  });
}

function decodeUtf8(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      bytes,
    );
  } catch (cause) {
    throw wrapError(cause, {
      code: "not-utf-8",
      file: path,
      message: "This file is not valid UTF-8.",
      hint: "Save it as UTF-8.",
    });
  }
}
