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
import { because, ToolwrightError } from "../../errors.js";
import { codeOf } from "../../shared/error-code.js";
import { draftPath, lockPath } from "../paths.js";
import { reader } from "../folder.js";
import { writeError } from "./write-error.js";

/** What happens to one path on disk. Undefined: no file. */
export interface Change {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Makes changes, each whole or not at all, the lock's last. On an error all is put back; throws a ToolwrightError where that fails, too. */
export function apply(out: string, changes: readonly Change[]): void {
  const begun: Change[] = [];
  try {
    for (const change of inOrder(changes)) {
      begun.unshift(change);
      make(out, change.path, change.after);
    }
  } catch (error) {
    putBack(out, begun);
    throw error;
  }
}

/** What disappears goes after what comes, so that nothing is ever missing; but first where file names ignore case and the two may be one. */
function inOrder(changes: readonly Change[]): Change[] {
  const coming = new Set(
    changes.flatMap(({ path, after }) =>
      after === undefined ? [] : [path.toLowerCase()],
    ),
  );
  const rank = ({ path, after }: Change) => {
    if (after === undefined) return coming.has(path.toLowerCase()) ? 0 : 2;
    return path === lockPath ? 3 : 1;
  };
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

function make(out: string, path: string, text: string | undefined): void {
  const target = join(out, path);
  if (text === undefined) {
    rmSync(target, { force: true });
    removeEmptyFolders(out, dirname(path));
    return;
  }
  const draft = join(out, draftPath);
  const present = lstatSync(target, { throwIfNoEntry: false });
  writeFileSync(draft, text, { flag: "wx" });
  if (present !== undefined) chmodSync(draft, present.mode & 0o777);
  makeFolder(dirname(target));
  renameSync(draft, target);
}

/** Undoes changes, the last one first: so there is always the room that there was before. */
function putBack(out: string, begun: readonly Change[]): void {
  try {
    clearDraft(out);
    for (const { path, before } of begun) {
      if (reader(out)(path) !== before) make(out, path, before);
      removeEmptyFolders(out, dirname(path));
    }
  } catch (cause) {
    throw because(cause, {
      code: "half-written",
      message: "Writing failed halfway, and so did putting the old files back.",
      hint: "Mend what stands in the way (is the disk full?) and run again: that run finishes it.",
    });
  }
}

/** Takes away the draft of a killed run. Throws a ToolwrightError where its name is taken by what can't be one. */
export function clearDraft(out: string): void {
  const draft = join(out, draftPath);
  const stat = lstatSync(draft, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isFile()) {
    throw new ToolwrightError({
      code: "draft-in-the-way",
      file: draftPath,
      message:
        "A folder or a link has the name that files are written under before they take their own.",
      hint: `toolwright keeps nothing in it: delete it, and from git with \`git rm -r --cached ${draftPath}\`.`,
    });
  }
  rmSync(draft);
}

/** Node's recursive way never ends where a folder neither exists nor can be made, as below /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Writes over a file, or anew. Throws a ToolwrightError where a link has its name: in a checkout it may lead to any file. */
export function writePlainFile(path: string, text: string): void {
  const present = lstatSync(path, { throwIfNoEntry: false });
  if (present?.isFile() === false)
    throw new ToolwrightError({
      code: "not-a-file",
      message: "A folder or a link is where a file is to be written.",
      file: path,
      hint: "Remove it, or name another file.",
    });
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw writeError(error, path);
  }
}

function removeEmptyFolders(out: string, folder: string): void {
  if (folder === ".") return;
  try {
    rmdirSync(join(out, folder));
  } catch {
    // Not empty.
    return;
  }
  removeEmptyFolders(out, dirname(folder));
}
