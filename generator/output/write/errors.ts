import { ToolwrightError, type Problem } from "../../errors.js";
import { codeOf } from "../folder.js";

/** The error of the file system's error, told so that a person can act on it. `path` is relative to the output folder. */
export function writeError(error: unknown, path: string): ToolwrightError {
  if (error instanceof ToolwrightError) return error;
  const code = codeOf(error);
  const { message, hint } = explain(code);
  return new ToolwrightError(
    {
      code: "write-failed",
      file: path,
      message: `${message} Nothing was changed.`,
      hint,
    },
    { cause: error },
  );
}

/** Of a file that an editor or another run has changed since it was read. */
export function changedMeanwhile(path: string): Problem {
  return {
    code: "changed-meanwhile",
    file: path,
    message: "This file was changed while toolwright was running.",
    hint: "Run again.",
  };
}

/** Of a folder in which files of two generations lie. */
export function unfinished(): Problem {
  return {
    code: "unfinished",
    message: "Another run is writing to this folder, or was killed meanwhile.",
    hint: "Run `toolwright generate` again: it finishes first what was begun.",
  };
}

function explain(code: string): { message: string; hint: string } {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return {
        message: "The disk is full.",
        hint: "Make room and run again.",
      };
    case "EROFS":
      return {
        message: "The file system is read-only.",
        hint: "Choose another folder with --out, or mount it for writing.",
      };
    case "EACCES":
    case "EPERM":
      return {
        message: "This user may not write here.",
        hint: "Change the owner or the permissions of the folder.",
      };
    case "ENAMETOOLONG":
      return {
        message: "A name is too long for the file system.",
        hint: "Choose a shorter folder with --out.",
      };
    case "EISDIR":
    case "ENOTDIR":
    case "EEXIST":
      return {
        message: "A file and a folder are in each other's way.",
        hint: "Move what is yours.",
      };
    default:
      return {
        message: `Writing failed${code === "" ? "" : ` (${code})`}.`,
        hint: "Run again; if it stays so, look at the folder's permissions.",
      };
  }
}
