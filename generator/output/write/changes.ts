import { dressedAs } from "../../text.js";
import { formatLock } from "../lock.js";
import type { Lock, Outcome } from "../outcome.js";
import { assertGeneratedPath, lockPath } from "../paths.js";

/** What happens to one path on disk. Undefined: no file. */
export interface Change {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Everything that has to change on disk; the lock comes last. Empty where all is as it should be. */
export function changesOf(outcomes: readonly Outcome[], lock: Lock): Change[] {
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
  for (const path of paths) assertGeneratedPath(path);
  const files = paths.map((path) => ({
    path,
    before: before.get(path),
    after: after.get(path),
  }));
  return [...files, lockChange(lock)].filter(
    (change) => change.before !== change.after,
  );
}

function lockChange(lock: Lock): Change {
  const text = formatLock(lock);
  const after = lock.stored === undefined ? text : dressedAs(text, lock.stored);
  return { path: lockPath, before: lock.stored, after };
}
