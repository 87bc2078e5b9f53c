import { hasConflictMarkers } from "../merge/conflict-markers.js";
import type { LockedFile, Outcome } from "../project/outcome.js";
import {
  withLineEndingsOf,
  normalizeLineEndings,
} from "../shared/line-endings.js";
import { isEdited } from "./find-edits.js";
import { refuseFile, UNRESOLVED } from "./refuse-file.js";

/** Retires a file that is no longer generated. */
export function retireFile(
  path: string,
  base: LockedFile,
  currentText: string,
): Outcome {
  if (!isEdited(path, currentText, base))
    return { kind: "removed", path, before: currentText };
  if (hasConflictMarkers(currentText) && !hasConflictMarkers(base.text() ?? ""))
    return refuseFile(path, UNRESOLVED);
  // A file that is not for editing imports nothing that may go, and its text tells it from a generated one.
  const isModule = base.editable && path.endsWith(".ts");
  return isModule ? orphanFile(path, currentText) : { kind: "orphaned", path };
}

/** Orphans a module of a person's, for which nothing is generated any more. */
export function orphanFile(path: string, currentText: string): Outcome {
  if (ANY_NOTE.test(normalizeLineEndings(currentText)))
    return { kind: "orphaned", path };
  const text = withLineEndingsOf(
    NOTE + normalizeLineEndings(currentText),
    currentText,
  );
  return { kind: "orphaned", path, before: currentText, text };
}

/** First line of an orphan: keeps it, whose types and imports may have gone, from failing the build of the rest. */
const NOTE =
  "// @ts-nocheck: this is no longer generated. Delete this file, or move what you need of it.\n";

/** First line of an orphan, as any version wrote it. */
const ANY_NOTE = /^\/\/ @ts-nocheck: (?=.* Delete this file, or move ).*\n/;

/** Text of an orphan that is generated again, without its first line. */
export function dropNote(
  text: string,
  { orphan: isOrphan }: LockedFile,
): string {
  return isOrphan
    ? withLineEndingsOf(normalizeLineEndings(text).replace(ANY_NOTE, ""), text)
    : text;
}
