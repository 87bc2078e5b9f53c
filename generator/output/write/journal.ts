import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ToolwrightError } from "../../errors.js";
import { digest } from "../../text.js";
import { stagePath } from "../paths.js";
import type { Change } from "./changes.js";

/** One step of a journal. Digests of the text before and after; null: no file. */
interface Step {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/*
 * The stage holds `new/<n>`, `old/<n>` and the journal, n being the number of a step. A journal
 * appears by a rename when everything is prepared, and from then on the run counts as done: whoever
 * finds it finishes the steps. A step is done when its `new/<n>` has left (or, for a removal, its
 * `old/<n>` has come), so that doing all of them again changes nothing.
 */

/** Prepares changes in the stage and makes them count. Until its last step nothing is changed, and on an error nothing is left. */
export function prepare(out: string, changes: readonly Change[]): void {
  const draft = join(out, stagePath, "draft");
  try {
    mkdirSync(join(out, stagePath, "new"));
    mkdirSync(join(out, stagePath, "old"));
    const steps = changes.map((change, index) => stage(out, change, index));
    writeFileSync(draft, JSON.stringify(steps));
    renameSync(draft, journalOf(out, "journal"));
  } catch (error) {
    clear(out);
    throw error;
  }
}

function stage(out: string, change: Change, index: number): Step {
  const { path, before, after } = change;
  const [fresh, old] = staged(out, index);
  if (after !== undefined) writeFileSync(fresh, after);
  if (before !== undefined && after !== undefined) {
    keep(join(out, path), old);
    chmodSync(fresh, statSync(old).mode);
  }
  return { path, before: hash(before), after: hash(after) };
}

/** A second name for what is about to be replaced, or a copy where there are no second names. */
function keep(file: string, old: string): void {
  try {
    linkSync(file, old);
  } catch {
    copyFileSync(file, old);
  }
}

/** Finishes what a journal says, if there is one, and clears the stage. On an error everything is put back. */
export function settle(out: string): void {
  if (existsSync(journalOf(out, "undo"))) undo(out);
  const steps = readSteps(journalOf(out, "journal"));
  if (steps !== undefined) {
    assertUntouched(out, steps);
    try {
      apply(out, steps);
    } catch (error) {
      renameSync(journalOf(out, "journal"), journalOf(out, "undo"));
      undo(out);
      throw error;
    }
  }
  clear(out);
}

function apply(out: string, steps: readonly Step[]): void {
  // Removals first: where file names ignore case, the new file may have the old one's name.
  for (const [index, { path, after }] of steps.entries()) {
    const [, old] = staged(out, index);
    if (after === null && !existsSync(old)) renameSync(join(out, path), old);
  }
  for (const [index, { path, after }] of steps.entries()) {
    const [fresh] = staged(out, index);
    if (after === null || !existsSync(fresh)) continue;
    mkdirSync(dirname(join(out, path)), { recursive: true });
    renameSync(fresh, join(out, path));
  }
  for (const { path, after } of steps) {
    if (after === null) removeEmptyFolders(out, dirname(path));
  }
}

function undo(out: string): void {
  const steps = readSteps(journalOf(out, "undo")) ?? [];
  for (const [index, { path, before, after }] of steps.entries()) {
    const [fresh] = staged(out, index);
    if (before !== null || after === null || existsSync(fresh)) continue;
    rmSync(join(out, path), { force: true });
    removeEmptyFolders(out, dirname(path));
  }
  for (const [index, { path }] of steps.entries()) {
    const [, old] = staged(out, index);
    if (!existsSync(old)) continue;
    mkdirSync(dirname(join(out, path)), { recursive: true });
    renameSync(old, join(out, path));
  }
  clear(out);
}

/** After a killed run somebody may have edited what it was about to replace. */
function assertUntouched(out: string, steps: readonly Step[]): void {
  const leaving = new Set(
    steps.flatMap(({ path, after }) =>
      after === null ? [path.toLowerCase()] : [],
    ),
  );
  for (const [index, { path, before, after }] of steps.entries()) {
    const [fresh, old] = staged(out, index);
    const done = after === null ? existsSync(old) : !existsSync(fresh);
    const replaces = before === null && leaving.has(path.toLowerCase());
    if (done || replaces || hash(read(join(out, path))) === before) continue;
    throw new ToolwrightError({
      code: "changed-after-interruption",
      file: path,
      message:
        "A run was interrupted, and this file was changed before the next run could finish its work.",
      hint: `Put the file back as it was (git stash) and run again. Or delete the folder ${stagePath}: the next run then merges what is there.`,
    });
  }
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function clear(out: string): void {
  // The journal goes first: without it the rest means nothing.
  for (const name of ["journal", "undo", "draft", "new", "old"]) {
    rmSync(join(out, stagePath, name), { recursive: true, force: true });
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

function readSteps(journal: string): Step[] | undefined {
  if (!existsSync(journal)) return undefined;
  // Written by `prepare`, whole because it came by a rename.
  return JSON.parse(readFileSync(journal, "utf8")) as Step[];
}

function staged(out: string, index: number): [fresh: string, old: string] {
  const stage = join(out, stagePath);
  return [join(stage, "new", `${index}`), join(stage, "old", `${index}`)];
}

function journalOf(out: string, name: "journal" | "undo"): string {
  return join(out, stagePath, name);
}

function hash(text: string | undefined): string | null {
  return text === undefined ? null : digest(text);
}
