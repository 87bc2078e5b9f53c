import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ToolwrightError } from "../../errors.js";
import { assertInside, reader } from "../folder.js";
import type { Lock, Outcome } from "../outcome.js";
import { stagePath } from "../paths.js";
import { changesOf } from "./changes.js";
import type { Change } from "./changes.js";
import { changedMeanwhile, writeError } from "./errors.js";
import { guarded } from "./guard.js";
import { prepare, settle } from "./journal.js";

/**
 * Writes what changed and the lock, all or nothing, and resolves to the paths that changed. A run that
 * is killed leaves the old files, or a journal from which `recover` finishes the new ones. Throws a
 * ToolwrightError where a file is refused, changed meanwhile or can't be written.
 */
export async function write(
  out: string,
  outcomes: readonly Outcome[],
  lock: Lock,
): Promise<string[]> {
  const changes = changesOf(outcomes, lock);
  if (changes.length === 0) return [];
  await exclusively(out, () => {
    settle(out);
    prepare(out, outstanding(out, changes));
    settle(out);
  });
  return changes.map(({ path }) => path);
}

/** Finishes or discards what an interrupted run has left. To be called before a folder is read; writes nothing where there is nothing to do. */
export async function recover(out: string): Promise<void> {
  if (existsSync(join(out, stagePath)))
    await exclusively(out, () => settle(out));
}

async function exclusively(out: string, action: () => void): Promise<void> {
  try {
    mkdirSync(out, { recursive: true });
    await guarded(out, action);
  } catch (error) {
    throw writeError(error, out);
  }
}

/** The changes that are still to be made. Throws where a file is neither as it was read nor as it shall be: an editor or another run was there. */
function outstanding(out: string, changes: readonly Change[]): Change[] {
  const read = reader(out);
  const leaving = new Map(
    changes.flatMap(({ path, before, after }) =>
      after === undefined ? [[path.toLowerCase(), before] as const] : [],
    ),
  );
  return changes.filter(({ path, before, after }) => {
    assertInside(out, dirname(path));
    const present = read(path);
    if (present === after) return false;
    // Where file names ignore case, a new file may meet the one that it replaces.
    const replaces = before === undefined && leaving.get(path.toLowerCase());
    if (present === before || present === replaces) return true;
    throw new ToolwrightError(changedMeanwhile(path));
  });
}
