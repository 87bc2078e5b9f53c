import { because, ToolwrightError } from "../../errors.js";
import { codeOf } from "../../shared/error-code.js";

/** The error of the file system's error, told so that a person can act on it. `path` is relative to the output folder. */
export function writeError(error: unknown, path: string): ToolwrightError {
  if (error instanceof ToolwrightError) return error;
  const code = codeOf(error);
  const known = KNOWN.find(([codes]) => codes.split(" ").includes(code));
  const [, message, hint] = known ?? [
    code,
    `Writing failed${code === "" ? "" : ` (${code})`}.`,
    "Run again; if it stays so, look at the folder's permissions.",
  ];
  return because(error, {
    code: "write-failed",
    file: path,
    message: `${message} Nothing was changed.`,
    hint,
  });
}

/** Codes of Node's system errors, what they mean and what to do. */
// prettier-ignore
const KNOWN: readonly (readonly [codes: string, message: string, hint: string])[] = [
  ["ENOSPC EDQUOT EFBIG", "The disk is full.", "Make room and run again."],
  ["EROFS", "The file system is read-only.", "Choose another folder with --out, or mount it for writing."],
  ["EACCES EPERM", "This user may not write here.", "Change the owner or the permissions of the folder."],
  ["ENAMETOOLONG", "A name is too long for the file system.", "Choose a shorter folder with --out."],
  ["EISDIR ENOTDIR EEXIST", "A file stands where a folder has to be, or a folder where a file has to be.", "Move it, or choose another folder with --out."],
];
