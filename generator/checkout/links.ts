import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { ToolwrightError, wrapError } from "../errors.js";
import { errorCode } from "../shared/error-code.js";

/** Absolute path without symbolic links, of a folder that exists or not. */
export function resolveLinks(path: string): string {
  const realPath = realPathOf(path);
  if (realPath !== undefined || dirname(path) === path) return realPath ?? path;
  return join(resolveLinks(dirname(path)), basename(path));
}

/** True if a path is in a folder, links resolved. */
export function isWithin(folder: string, path: string): boolean {
  return !isOutside(resolveLinks(folder), resolveLinks(path));
}

/** True if a path leads out of a folder; both are absolute and without symbolic links. */
export function isOutside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath === ".." ||
    relativePath.startsWith(`..${sep}`) ||
    isAbsolute(relativePath)
  );
}

/** Path without symbolic links; undefined if nothing is there. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    return throwUnlessAbsent(error, path);
  }
}

/**
 * Returns undefined if a file or folder is absent. Throws every other error with a message that the user can act on.
 */
export function throwUnlessAbsent(error: unknown, file: string): undefined {
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") return undefined;
  if (error instanceof ToolwrightError || code === "") throw error;
  const isLong = code === "ENAMETOOLONG";
  throw wrapError(error, {
    code: "read-failed",
    file,
    message: isLong
      ? "This name is too long for the file system."
      : `Reading failed (${code}).`,
    hint: isLong
      ? "Choose a shorter one."
      : "Check the permissions of the file and its folders.",
  });
}
