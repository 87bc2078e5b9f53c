import type { Problem } from "../errors.js";
import type { LockedFile, Outcome, RenderedFile } from "../project/outcome.js";
import { significantTokens, isEquivalent } from "../shared/token-compare.js";
import { digest } from "../shared/hash.js";
import {
  withLineEndingsOf,
  normalizeLineEndings,
} from "../shared/line-endings.js";
import { mergeText } from "../merge/merge-text.js";
import {
  formatConflict,
  hasConflictMarkers,
  resolveBothWays,
} from "../merge/conflict-markers.js";
import { routeOf } from "./match-files.js";
import type { Renames } from "./rename-references.js";
import { parserOf } from "../merge/parse-typescript.js";
import {
  resolveGeneratedSides,
  isMixOfGenerated,
} from "../merge/git-conflicts.js";

/** Updates a file that was generated before, here or, under another name of its component, elsewhere. */
export function updateFile(
  file: RenderedFile,
  from: string,
  base: LockedFile,
  {
    currentText,
    renames,
  }: { readonly currentText: string | undefined; readonly renames: Renames },
): Outcome {
  const { path, text: incomingText, editable } = file;
  if (currentText === undefined) {
    return editable
      ? { kind: "deleted", path: from }
      : { kind: "created", path, text: incomingText };
  }
  const isMoved = path !== from;
  if (currentText === incomingText && !isMoved)
    return { kind: "unchanged", path };
  const contractChanged =
    base.contract !== undefined && file.contract !== base.contract;
  const settledText = editable
    ? resolveGeneratedSides(currentText, base)
    : currentText;
  const [currentDigest, incomingDigest] = [
    digest(settledText),
    digest(incomingText),
  ];
  const hasNewText = incomingDigest !== base.digest;
  const edited = isEdited(
    from,
    settledText,
    base,
    hasNewText ? undefined : () => incomingText,
  );
  const isIncoming = currentDigest === incomingDigest;
  const isGenerated = currentDigest === base.digest || isIncoming;
  const regenerated = {
    path,
    before: currentText,
    text: withLineEndingsOf(incomingText, currentText),
  };
  if (!editable)
    return updateFixedFile(regenerated, edited && !isIncoming, base);
  if (isGenerated || (!edited && !isMoved && !hasNewText)) {
    if (isMoved)
      return { kind: "moved", ...regenerated, from, edited, contractChanged };
    const isDone = settledText === currentText && (isIncoming || !isGenerated);
    return isDone || regenerated.text === currentText
      ? { kind: "unchanged", path }
      : { kind: "updated", ...regenerated };
  }
  const uncutBase = hasNewText ? (base.text() ?? "") : incomingText;
  const dropDeletedRows = (text: string) =>
    file.dropRows?.(text, uncutBase) ?? text;
  const baseText = dropDeletedRows(uncutBase);
  const hasOpenConflicts =
    hasConflictMarkers(settledText) && !hasConflictMarkers(baseText);
  const ownText = hasOpenConflicts
    ? withLineEndingsOf(
        resolveBothWays(normalizeLineEndings(settledText))[0],
        settledText,
      )
    : settledText;
  if (hasOpenConflicts && hasConflictMarkers(ownText))
    return refuseFile(path, UNRESOLVED);
  const current = renames.apply(
    dropDeletedRows(dropNote(ownText, base)),
    from,
    path,
  );
  if (!isMoved && !hasNewText && current === currentText)
    return { kind: "kept", path, contractChanged };
  const renamedBase = renames.apply(baseText, from, path);
  // The example of a file that is written once still has the old names.
  const incoming = hasNewText || isMoved ? incomingText : renamedBase;
  const versions = { base: renamedBase, current, incoming };
  const { text, conflicts } =
    edited && isOtherOperation(base, file, baseText)
      ? createWholeConflict(versions, base)
      : mergeText({ path, ...versions });
  // Markers that would come of it again are those of a killed run.
  if (hasOpenConflicts && text !== currentText)
    return refuseFile(path, UNRESOLVED);
  const rewritten = { path, before: currentText, text, contractChanged };
  // Layout that can't be kept is no edit.
  if (conflicts.length > 0 && !isMoved && !edited)
    return { kind: "updated", ...regenerated };
  if (conflicts.length > 0 && !isMoved && isMixOfGenerated(settledText, base))
    return { kind: "updated", ...regenerated, resolved: true };
  if (conflicts.length > 0)
    return {
      kind: "conflict",
      ...rewritten,
      ...(isMoved && { from }),
      conflicts,
    };
  if (isMoved) return { kind: "moved", ...rewritten, from, edited };
  if (text === currentText) return { kind: "kept", path, contractChanged };
  return edited
    ? { kind: "merged", ...rewritten }
    : { kind: "updated", path, before: currentText, text };
}

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

function dropNote(text: string, { orphan: isOrphan }: LockedFile): string {
  return isOrphan
    ? withLineEndingsOf(normalizeLineEndings(text).replace(ANY_NOTE, ""), text)
    : text;
}

/** True if a person has changed more than the layout. */
export function isEdited(
  path: string,
  text: string,
  { digest: baseDigest, editable, packed = "", ...base }: LockedFile,
  readGenerated = () => base.text() ?? "",
): boolean {
  if (digest(text) === baseDigest) return false;
  const reading = {
    normalizedText: (sourceText: string) =>
      parserOf(path)?.parse(sourceText)?.tokens,
    nodeShape: (sourceText: string) => parserOf(path)?.nodeShapeOf(sourceText),
  };
  return editable
    ? !isEquivalent(path, text, readGenerated(), reading)
    : digest(significantTokens(path, text)) !== packed;
}

/** Updates a file that is not for editing: written anew if nobody but a formatter or git's merge has changed it. */
function updateFixedFile(
  regenerated: { path: string; before: string; text: string },
  edited: boolean,
  base: LockedFile,
): Outcome {
  const { path, before: currentText, text } = regenerated;
  if (isEquivalent(path, currentText, text)) return { kind: "unchanged", path };
  if (!edited) return { kind: "updated", ...regenerated };
  return hasConflictMarkers(currentText) || base.otherSide !== undefined
    ? { kind: "updated", ...regenerated, resolved: true }
    : refuseFile(path, EDITED);
}

/** True if an operation of quite another route has the name, and so the path, of one that has gone. */
function isOtherOperation(
  base: LockedFile,
  file: RenderedFile,
  baseText: string,
): boolean {
  if (base.key === undefined || file.key === undefined) return false;
  const [baseWords, incomingWords] = [base.key, file.key].map((key) =>
    // The source of a route may have another name, and is no part of it.
    routeOf(key)[0]
      .replace(/^\S+ (?=\S+ \/)/, "")
      .split(/[ /]/),
  );
  const titleOf = (text: string) =>
    /^ {2}(?:title|description): .*/m.exec(text)?.[0];
  const isSimilar =
    baseWords?.join() === incomingWords?.join() ||
    baseWords?.slice(1).join() === incomingWords?.slice(1).join() ||
    (baseWords?.[0] === incomingWords?.[0] &&
      lastWordOf(baseWords) === lastWordOf(incomingWords)) ||
    (titleOf(baseText) !== undefined &&
      titleOf(baseText) === titleOf(file.text));
  return !isSimilar;
}

function lastWordOf(parts: readonly string[] = []): string | undefined {
  return parts.findLast((part) => part !== "" && !part.startsWith("{"));
}

/** Creates one conflict of the whole `current` with the whole `incoming`. */
function createWholeConflict(
  { current, incoming }: { current: string; incoming: string },
  { key = "" }: LockedFile,
) {
  const splitLines = (text: string) => normalizeLineEndings(text).split("\n");
  const conflictLines = formatConflict({
    base: [],
    current: splitLines(current),
    incoming: splitLines(incoming),
  });
  return {
    text: withLineEndingsOf(`${conflictLines.join("\n")}\n`, current),
    conflicts: [{ place: `all parts of ${routeOf(key)[0]}`, line: 1 }],
  };
}

const EDITED: Problem = {
  code: "fixed-file-edited",
  message:
    "This file must not be edited, but it was changed by hand or by a killed run.",
  hint: "Undo the change, or delete the file: it is written again. Make your change in a tool, in src/client.ts or in src/custom/.",
};

export const UNRESOLVED: Problem = {
  code: "unresolved-conflict",
  message: "This file has unresolved conflict markers.",
  hint: "Resolve the conflicts, and remove the <<<<<<<, |||||||, ======= and >>>>>>> lines.",
};

export function refuseFile(path: string, problem: Problem): Outcome {
  return { kind: "refused", path, problem: { ...problem, file: path } };
}
