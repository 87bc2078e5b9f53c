import { ToolwrightError, type Problem } from "../../errors.js";
import { writeError } from "./write-error.js";
import { dressedAs } from "../../shared/line-endings.js";
import { reader } from "../folder.js";
import { doubts } from "../lock/plausibility.js";
import { readLock } from "../lock.js";
import { formatLock } from "../lock/lock-text.js";
import type { Lock, Outcome } from "../outcome.js";
import { formatOptions } from "../json-edit.js";
import {
  assertGeneratedPath,
  isOwnSource,
  lockPath,
  optionsPath,
} from "../paths.js";
import { apply, clearDraft, makeFolder, type Change } from "./apply.js";
import { guarded } from "./run-lock.js";

/** The lock of a folder, not as it is while another run writes, whose options are there before it. */
export function settledLock(out: string): Promise<Lock | null> {
  return guarded(out, () => readLock(out));
}

/** Throws what stops a run, dry or not; where another run was quicker, that instead of what came of it. */
export async function refuse(
  outcomes: readonly Outcome[],
  { out, last }: { readonly out: string; readonly last: Lock | null },
): Promise<void> {
  const problems = [
    ...outcomes.flatMap((outcome) =>
      outcome.kind === "refused" ? [outcome.problem] : [],
    ),
    ...doubts(outcomes, last),
  ];
  if (problems.length === 0) return;
  // A run that is still writing ends first, and has changed the lock then.
  const stored = await guarded(out, () => reader(out)(lockPath));
  const isSame = stored === last?.stored;
  throw new ToolwrightError(isSame ? problems : changedMeanwhile(lockPath));
}

/**
 * Writes what changed and the lock, all or nothing, and resolves to the paths that changed. Of a run
 * that is killed the lock is still the old one: what it has written, the next one finds to be as it
 * would write it, or merges. Throws a ToolwrightError where a file was changed meanwhile or can't be
 * written.
 */
export async function write(
  out: string,
  outcomes: readonly Outcome[],
  lock: Lock,
): Promise<string[]> {
  const changes = changesOf(outcomes, lock);
  if (changes.length === 0) return [];
  try {
    makeFolder(out);
    await guarded(out, () => {
      clearDraft(out);
      apply(out, outstanding(out, changes));
    });
  } catch (error) {
    throw writeError(error, out);
  }
  return changes.map(({ path }) => path);
}

/** Everything that has to change on disk; the lock comes last. Empty where all is as it should be. */
function changesOf(outcomes: readonly Outcome[], lock: Lock): Change[] {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  for (const outcome of outcomes) {
    if ("before" in outcome) {
      const from = "from" in outcome ? outcome.from : undefined;
      before.set(from ?? outcome.path, outcome.before);
    }
    if ("replaces" in outcome && outcome.replaces !== undefined)
      before.set(outcome.path, outcome.replaces);
    if ("text" in outcome) after.set(outcome.path, outcome.text);
  }
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const files = paths.map((path): Change => {
    const change = { path, before: before.get(path), after: after.get(path) };
    // What a person has made is changed at most.
    const isThere = change.before !== undefined && change.after !== undefined;
    if (!isThere || !isOwnSource(path)) assertGeneratedPath(path);
    return change;
  });
  return [...files, ...accountChanges(lock)].filter(
    (change) => change.before !== change.after,
  );
}

function accountChanges(lock: Lock): Change[] {
  const { memory, stored, storedOptions } = lock;
  const hasOptions = Object.keys(memory).length > 0;
  const dressed = (text: string, before: string | undefined) =>
    before === undefined ? text : dressedAs(text, before);
  return [
    {
      path: optionsPath,
      before: storedOptions,
      after: hasOptions
        ? dressed(formatOptions(memory), storedOptions)
        : undefined,
    },
    {
      path: lockPath,
      before: stored,
      after: dressed(formatLock(lock), stored),
    },
  ];
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
    const present = read(path);
    if (present === after) return false;
    // Where file names ignore case, a new file may meet the one that it replaces.
    const replaces = before === undefined && leaving.get(path.toLowerCase());
    if (present === before || present === replaces) return true;
    throw new ToolwrightError(changedMeanwhile(path));
  });
}

/** Of a file that an editor or another run has changed since it was read. */
function changedMeanwhile(path: string): Problem {
  return {
    code: "changed-meanwhile",
    file: path,
    message: "This file was changed while toolwright was running.",
    hint: "Run again.",
  };
}
