import { wrapError, ToolwrightError } from "../../errors.js";
import { errorCode } from "../../shared/error-code.js";

/**
 * Converts an error of the file system to one that the user can act on. `path` is relative to the output folder.
 * `place`: what the user can choose again.
 */
export function toWriteError(
  error: unknown,
  path: string,
  place = "folder with --out",
): ToolwrightError {
  if (error instanceof ToolwrightError) return error;
  const code = errorCode(error);
  const systemError = SYSTEM_ERRORS.find(([codes]) =>
    codes.split(" ").includes(code),
  );
  const [, message, hint] = systemError ?? [
    code,
    `Writing failed${code === "" ? "" : ` (${code})`}.`,
    "Run again. If it fails again, check the folder's permissions.",
  ];
  return wrapError(error, {
    code: "write-failed",
    file: path,
    message: `${message} Nothing was changed.`,
    hint: hint.replace("PLACE", place),
  });
}

/** Codes of Node's system errors, what they mean and what to do. */
// prettier-ignore
const SYSTEM_ERRORS: readonly (readonly [codes: string, message: string, hint: string])[] = [
  ["ENOSPC EDQUOT EFBIG", "The disk is full.", "Free some space and run again."],
  ["EROFS", "The file system is read-only.", "Choose another PLACE, or mount it with write access."],
  ["EACCES EPERM", "You don't have permission to write here.", "Change the owner or the permissions of the folder."],
  ["ENOENT", "The folder does not exist.", "Create it, or choose another PLACE."],
  ["ENAMETOOLONG", "The name is too long for the file system.", "Choose another PLACE with a shorter name."],
  ["EISDIR ENOTDIR EEXIST", "A file has the path of a folder, or a folder has the path of a file.", "Move it, or choose another PLACE."],
];
