import { ToolwrightError, type Problem } from "../../errors.js";
import { toWriteError } from "./write-error.js";
import { withLineEndingsOf } from "../../shared/line-endings.js";
import { createProjectReader } from "../folder.js";
import type { VersionOptions } from "../lock/compare-generator.js";
import { implausible } from "../lock/plausibility.js";
import { readLock } from "../lock.js";
import { formatLock } from "../lock/lock-text.js";
import type { Lock, Outcome } from "../outcome.js";
import { findHandConfig, formatProjectConfig } from "../project-config.js";
import {
  assertGeneratedPath,
  isOwnSource,
  lockPath,
  optionsPath,
} from "../paths.js";
import { applyChanges, clearDraft, makeFolder, type Change } from "./apply.js";
import { withRunLock } from "./run-lock.js";

/** Reads the lock of a folder once no other run writes to it; that run's options are there before its lock. */
export function readSettledLock(
  out: string,
  options: VersionOptions = {},
): Promise<Lock | null> {
  return withRunLock(out, () => readLock(out, options));
}

/** Throws the problems that stop a run, dry or not; if another run was quicker, throws that instead. */
export async function assertNotRefused(
  outcomes: readonly Outcome[],
  { out, baseLock }: { readonly out: string; readonly baseLock: Lock | null },
): Promise<void> {
  const problems = [
    ...outcomes.flatMap((outcome) =>
      outcome.kind === "refused" ? [outcome.problem] : [],
    ),
    ...implausible(outcomes, baseLock),
  ];
  if (problems.length === 0) return;
  // This waits for a run that is still writing; it has changed the lock then.
  const storedText = await withRunLock(out, () =>
    createProjectReader(out)(lockPath),
  );
  const isSame = storedText === baseLock?.storedText;
  throw new ToolwrightError(
    isSame ? problems : changedMeanwhileProblem(lockPath),
  );
}

/**
 * Writes the changed files and the lock, all or nothing, and resolves to the paths that changed. If a run is
 * killed, the lock is still the old one: the next run finds the files to be as it would write them, or
 * merges. Throws a ToolwrightError if a file was changed meanwhile or can't be written.
 */
export async function writeProject(
  out: string,
  outcomes: readonly Outcome[],
  lock: Lock,
): Promise<string[]> {
  const changes = changesOf(out, outcomes, lock);
  if (changes.length === 0) return [];
  try {
    makeFolder(out);
    await withRunLock(out, () => {
      clearDraft(out);
      applyChanges(out, selectPendingChanges(out, changes));
    });
  } catch (error) {
    throw toWriteError(error, out);
  }
  return changes.map(({ path }) => path);
}

/** Changes of all files on disk; the lock comes last. Empty if nothing has to change. */
function changesOf(
  out: string,
  outcomes: readonly Outcome[],
  lock: Lock,
): Change[] {
  const oldTexts = new Map<string, string>();
  const newTexts = new Map<string, string>();
  for (const outcome of outcomes) {
    if ("before" in outcome) {
      const oldPath = "from" in outcome ? outcome.from : undefined;
      oldTexts.set(oldPath ?? outcome.path, outcome.before);
    }
    if ("replaces" in outcome && outcome.replaces !== undefined)
      oldTexts.set(outcome.path, outcome.replaces);
    if ("text" in outcome) newTexts.set(outcome.path, outcome.text);
  }
  const paths = [...new Set([...oldTexts.keys(), ...newTexts.keys()])].sort();
  const files = paths.map((path): Change => {
    const change = {
      path,
      oldText: oldTexts.get(path),
      newText: newTexts.get(path),
    };
    // The user's own source may be changed, but never created or removed.
    const isRewritten =
      change.oldText !== undefined && change.newText !== undefined;
    if (!isRewritten || !isOwnSource(path)) assertGeneratedPath(path);
    return change;
  });
  return [...files, ...lockChangesOf(out, lock)].filter(
    (change) => change.oldText !== change.newText,
  );
}

function lockChangesOf(out: string, lock: Lock): Change[] {
  const { savedOptions, storedText, storedOptionsText } = lock;
  const withStoredLineEndings = (
    text: string,
    earlierText: string | undefined,
  ) =>
    earlierText === undefined ? text : withLineEndingsOf(text, earlierText);
  const isKept =
    Object.keys(savedOptions).length === 0 ||
    findHandConfig(out, storedOptionsText) !== undefined;
  return [
    {
      path: optionsPath,
      oldText: storedOptionsText,
      newText: isKept
        ? storedOptionsText
        : withStoredLineEndings(
            formatProjectConfig(savedOptions, storedOptionsText),
            storedOptionsText,
          ),
    },
    {
      path: lockPath,
      oldText: storedText,
      newText: withStoredLineEndings(formatLock(lock), storedText),
    },
  ];
}

/**
 * Selects the changes that are still to be made. Throws if a file is neither as it was read nor as it is to be: an
 * editor or another run was there.
 */
function selectPendingChanges(
  out: string,
  changes: readonly Change[],
): Change[] {
  const readCurrent = createProjectReader(out);
  const removedTexts = new Map(
    changes.flatMap(({ path, oldText, newText }) =>
      newText === undefined ? [[path.toLowerCase(), oldText] as const] : [],
    ),
  );
  return changes.filter(({ path, oldText, newText }) => {
    const currentText = readCurrent(path);
    if (currentText === newText) return false;
    // If file names ignore case, a new file may meet the one that it replaces.
    const replacedText =
      oldText === undefined && removedTexts.get(path.toLowerCase());
    if (currentText === oldText || currentText === replacedText) return true;
    throw new ToolwrightError(changedMeanwhileProblem(path));
  });
}

/** Problem of a file that an editor or another run has changed since it was read. */
function changedMeanwhileProblem(path: string): Problem {
  return {
    code: "changed-meanwhile",
    file: path,
    message: "This file changed while toolwright was running.",
    hint: "Run again.",
  };
}
