import { ToolwrightError } from "../errors.js";

/** Name of the lock in the output folder. */
export const lockPath = "toolwright.lock";

/** Folder in the output folder where a run prepares what it is about to write. */
export const stagePath = ".toolwright";

/**
 * True for a path that a generated file may have: relative, with `/`, without `.` and `..`, and
 * outside of what is the user's (`src/custom`), git's or our own. A lock comes from a repository,
 * so its paths are not to be trusted.
 */
export function isGeneratedPath(path: string): boolean {
  if (/[\\:\p{Cc}]/u.test(path)) return false;
  const segments = path.toLowerCase().split("/");
  if (segments.some((segment) => ["", ".", "..", ".git"].includes(segment)))
    return false;
  if (segments[0] === "src" && segments[1] === "custom") return false;
  return segments[0] !== stagePath && path.toLowerCase() !== lockPath;
}

/** Throws a ToolwrightError for any other path. */
export function assertGeneratedPath(path: string): void {
  if (isGeneratedPath(path)) return;
  throw new ToolwrightError({
    code: "path-not-allowed",
    file: path,
    message: "toolwright never writes this path.",
  });
}
