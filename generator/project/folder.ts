import {
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  realpathSync,
} from "node:fs";
import {
  basename,
  dirname,
  isAbsolute,
  join,
  relative,
  resolve,
  sep,
} from "node:path";
import type { Config } from "../config/config.js";
import { badOption } from "../config/validate.js";
import { because, ToolwrightError } from "../errors.js";
import { codeOf } from "../shared/error-code.js";
import {
  assertGeneratedPath,
  isAccount,
  isOwnSource,
  type Place,
  placeOf,
} from "./paths.js";

/** Where the system shows itself as files. What is written there is lost, or does something. */
const SPECIAL = /^\/(?:dev(?!\/shm(?:\/|$))|proc|sys)(?:\/|$)/;

/** The output folder as an absolute path. Throws a ToolwrightError where the config names none, or one that can't hold files. */
export function outFolder(
  config: Config,
  { cwd = process.cwd() }: { readonly cwd?: string },
): string {
  const { out }: { readonly out?: unknown } = config;
  if (typeof out === "string") return usable(resolve(cwd, out));
  if (out !== undefined)
    throw new ToolwrightError(badOption("The option out must be a text."));
  throw new ToolwrightError({
    code: "no-output",
    message: "No output folder is named.",
    hint: "Name it with --out my-api-mcp, or as `out` in the config.",
  });
}

function usable(out: string): string {
  const long = out.split(sep).find((name) => Buffer.byteLength(name) > 255);
  if (long !== undefined) {
    throw new ToolwrightError({
      code: "bad-output",
      message: `A folder's name of ${long.length} characters is too long for file systems.`,
      hint: "Choose a shorter one with --out.",
    });
  }
  if (!SPECIAL.test(realFolder(out))) return out;
  throw new ToolwrightError({
    code: "bad-output",
    file: out,
    message: "This is no place for files: the system shows itself there.",
    hint: "Choose another folder with --out.",
  });
}

/** Gives the text of files below a folder by relative path; undefined where there is none. Nothing outside of the folder is read. */
export function reader(out: string): (path: string) => string | undefined {
  const assertInside = insideOf(out);
  const texts = new Map<string, string | undefined>();
  return (path) => {
    if (texts.has(path)) return texts.get(path);
    if (!isAccount(path) && !isOwnSource(path)) assertGeneratedPath(path);
    assertInside(dirname(path));
    const text = readInside(out, path);
    texts.set(path, text);
    return text;
  };
}

/** Whether a folder has this file, of which nothing is read. */
export function has(out: string, path: string): boolean {
  return existsSync(join(out, path));
}

/** Lists, once, the paths of all source below src/ that a person may have moved something to, sorted. */
export function sourcesIn(out: string): () => readonly string[] {
  let paths: readonly string[] | undefined;
  return () => (paths ??= filesIn(out, "src").filter(isOwnSource));
}

/** The pages of skills that are there, whoever wrote them, sorted. */
export function skillsIn(out: string): string[] {
  return filesIn(out, "skills").filter(isOf("skill"));
}

/** Contracts of tools that no operation stands behind, sorted. */
export function ownContractsIn(out: string): string[] {
  return filesIn(out, "test/contract/custom").filter(isOf("contract"));
}

const isOf = (kind: Place["kind"]) => (path: string) =>
  placeOf(path)?.kind === kind;

/** All that lies below a folder, sorted; links are not followed, since they may lead around or to all of a disk. */
function filesIn(out: string, folder: string): string[] {
  if (!insideOf(out)(folder)) return [];
  const options = { recursive: true, withFileTypes: true } as const;
  try {
    return readdirSync(join(out, folder), options)
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) =>
        relative(out, join(parentPath, name)).split(sep).join("/"),
      )
      .sort();
  } catch (error) {
    return absent(error, folder) ?? [];
  }
}

/** The absolute path without symbolic links, of a folder that is there or not. */
export function realFolder(path: string): string {
  const real = realOf(path);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(realFolder(dirname(path)), basename(path));
}

/** Throws, having looked once, where a folder leads, through a symbolic link, out of the output folder; else tells whether it is there. */
function insideOf(out: string): (folder: string) => boolean {
  const root = realOf(out);
  const known = new Map([[".", root !== undefined]]);
  return function isThere(folder): boolean {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const above = isThere(dirname(folder));
    const real = above ? realOf(join(out, folder)) : undefined;
    if (real !== undefined && isOutside(root ?? out, real)) {
      throw new ToolwrightError({
        code: "outside-output",
        file: folder,
        message: "This folder is a symbolic link out of the output folder.",
        hint: "Replace the link by a real folder.",
      });
    }
    known.set(folder, real !== undefined);
    return real !== undefined;
  };
}

/** Whether a path lies in a folder, links resolved. */
export function isWithin(folder: string, path: string): boolean {
  return !isOutside(realFolder(folder), realFolder(path));
}

/** Whether a path leads out of a folder; both are absolute and without symbolic links. */
function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
}

function readInside(out: string, path: string): string | undefined {
  const full = join(out, path);
  try {
    const stat = lstatSync(full, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (stat.isFile()) return decode(readFileSync(full), path);
  } catch (error) {
    return absent(error, path);
  }
  throw new ToolwrightError({
    code: "not-a-file",
    file: path,
    message: "A folder or a link is where a generated file belongs.",
    hint: "Move it.",
  });
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      bytes,
    );
  } catch (cause) {
    throw because(cause, {
      code: "not-utf-8",
      file: path,
      message: "This file is not UTF-8 text.",
      hint: "Save it as UTF-8.",
    });
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    return absent(error, path);
  }
}

/** What is not there is undefined. Throws what else can be wrong, told so that a person can act on it. */
function absent(error: unknown, file: string): undefined {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return undefined;
  if (error instanceof ToolwrightError || code === "") throw error;
  const isLong = code === "ENAMETOOLONG";
  throw because(error, {
    code: "read-failed",
    file,
    message: isLong
      ? "This name is too long for the file system."
      : `Reading failed (${code}).`,
    hint: isLong
      ? "Choose a shorter one."
      : "Look at the permissions of the file and its folders.",
  });
}
