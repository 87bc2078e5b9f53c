import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { wrapError, ToolwrightError } from "../../errors.js";
import { errorCode } from "../../shared/error-code.js";
import { draftPath, lockPath } from "../paths.js";
import { createProjectReader } from "../folder.js";
import { replaceFile } from "./replace-file.js";
import { toWriteError } from "./write-error.js";

/** Change of one path on disk; undefined for no file. */
export interface Change {
  readonly path: string;
  readonly oldText: string | undefined;
  readonly newText: string | undefined;
}

/**
 * Applies changes, each whole or not at all, the lock's last. On an error all is restored; throws a
 * ToolwrightError if that fails, too.
 */
export function applyChanges(out: string, changes: readonly Change[]): void {
  const begunChanges: Change[] = [];
  try {
    for (const change of sortChanges(changes)) {
      begunChanges.unshift(change);
      writeOrRemove(out, change.path, change.newText);
    }
  } catch (error) {
    restoreChanges(out, begunChanges);
    throw error;
  }
}

/**
 * Sorts removals behind writes, so that nothing is ever missing; but first if file names ignore case and the
 * two may be one file.
 */
function sortChanges(changes: readonly Change[]): Change[] {
  const newPaths = new Set(
    changes.flatMap(({ path, newText }) =>
      newText === undefined ? [] : [path.toLowerCase()],
    ),
  );
  const rank = ({ path, newText }: Change) => {
    if (newText === undefined) return newPaths.has(path.toLowerCase()) ? 0 : 2;
    return path === lockPath ? 3 : 1;
  };
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

function writeOrRemove(
  out: string,
  path: string,
  text: string | undefined,
): void {
  const targetPath = join(out, path);
  if (text === undefined) {
    rmSync(targetPath, { force: true });
    removeEmptyFolders(out, dirname(path));
    return;
  }
  const draftFile = join(out, draftPath);
  const targetStat = lstatSync(targetPath, { throwIfNoEntry: false });
  writeFileSync(draftFile, text, { flag: "wx" });
  if (targetStat !== undefined) chmodSync(draftFile, targetStat.mode & 0o777);
  makeFolder(dirname(targetPath));
  renameSync(draftFile, targetPath);
}

/** Undoes changes, the last one first: so there is always the room that there was before. */
function restoreChanges(out: string, begunChanges: readonly Change[]): void {
  try {
    clearDraft(out);
    for (const { path, oldText } of begunChanges) {
      if (createProjectReader(out)(path) !== oldText)
        writeOrRemove(out, path, oldText);
      removeEmptyFolders(out, dirname(path));
    }
  } catch (cause) {
    throw wrapError(cause, {
      code: "half-written",
      message:
        "Writing failed halfway, and restoring the old files failed too.",
      hint: "Fix the cause (is the disk full?) and run again, which completes the work.",
    });
  }
}

/** Removes the draft of a killed run. Throws a ToolwrightError if something else has its name. */
export function clearDraft(out: string): void {
  const draftFile = join(out, draftPath);
  const stat = lstatSync(draftFile, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isFile()) {
    throw new ToolwrightError({
      code: "draft-in-the-way",
      file: draftPath,
      message:
        "A folder or link has the name that toolwright uses for temporary files.",
      hint: `Delete it, and remove it from git with \`git rm -r --cached ${draftPath}\`. toolwright does not need it.`,
    });
  }
  rmSync(draftFile);
}

/**
 * Makes a folder and those above it. Node's recursive option never ends if a folder neither exists nor can
 * be made, as below /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/**
 * Writes a file, new or in place of an old one, whole or not at all. Throws a ToolwrightError if a link has its name: in
 * a checkout it may lead to any file. `place`: what the user can choose again if it can't be written.
 */
export function writePlainFile(
  path: string,
  text: string,
  place?: string,
): void {
  try {
    const currentStat = lstatSync(path, { throwIfNoEntry: false });
    if (currentStat?.isFile() === false)
      throw new ToolwrightError({
        code: "not-a-file",
        message:
          "A folder or link has the path of a file that is to be written.",
        file: path,
        hint: "Remove it, or choose another file.",
      });
    replaceFile(path, text);
  } catch (error) {
    throw toWriteError(error, path, place);
  }
}

function removeEmptyFolders(out: string, folder: string): void {
  if (folder === ".") return;
  try {
    rmdirSync(join(out, folder));
  } catch {
    // The folder is not empty.
    return;
  }
  removeEmptyFolders(out, dirname(folder));
}
