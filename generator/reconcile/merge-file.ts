import type { LockedFile, Outcome, RenderedFile } from "../project/outcome.js";
import { isEquivalent } from "../shared/token-compare.js";
import { digest } from "../shared/hash.js";
import {
  withLineEndingsOf,
  normalizeLineEndings,
} from "../shared/line-endings.js";
import { mergeText } from "../merge/merge-text.js";
import type { ThreeWay } from "../merge/three-way.js";
import {
  hasConflictMarkers,
  resolveBothWays,
} from "../merge/conflict-markers.js";
import { dropDeletedRows } from "./list-files.js";
import { keepEditedCases } from "./edited-cases.js";
import { regenerateDigests } from "./regenerated-digests.js";
import { isEdited } from "./find-edits.js";
import { createWholeConflict, isOtherOperation } from "./other-operation.js";
import { keepRaisedVersions } from "./raised-versions.js";
import { EDITED, refuseFile, UNRESOLVED } from "./refuse-file.js";
import { dropNote } from "./retire-file.js";
import type { Renames } from "./rename-references.js";
import {
  resolveGeneratedSides,
  isMixOfGenerated,
} from "../merge/git-conflicts.js";

/** The versions of one file that a merge decides on, and what is known of them. */
interface FileVersions {
  readonly file: RenderedFile;
  /** Path that the file had at the last generation. */
  readonly from: string;
  readonly base: LockedFile;
  /** Text on disk; undefined if the user has deleted the file. */
  readonly currentText: string | undefined;
  readonly renames: Renames;
}

/** Versions of a file that is on disk, with the differences between them. */
interface ComparedVersions extends FileVersions {
  readonly currentText: string;
  /** Current text in which the hunks that only differ in generated text are resolved. */
  readonly settledText: string;
  readonly isMoved: boolean;
  /** True if the generated text differs from that of the last generation. */
  readonly hasNewText: boolean;
  /** True if the user has changed more than the layout. */
  readonly isEdited: boolean;
  /** True if the current text is the incoming one. */
  readonly isIncoming: boolean;
  readonly contractChanged: boolean;
}

/**
 * State of a file that is on disk: `current`, as it is to be; `fixed`, not for editing; `generated`, as a generation
 * wrote it; `mixed`, git's merge of two generated texts, which may hold lines of both for one component; `edited` by
 * the user, with nothing new generated; `both`, edited and newly generated.
 */
type FileState =
  "current" | "fixed" | "generated" | "mixed" | "edited" | "both";

/** Merges a file that was generated before, here or, under another name of its component, elsewhere. */
export function mergeFile(versions: FileVersions): Outcome {
  const { currentText, file } = versions;
  const { path } = file;
  if (currentText === undefined) return leaveDeleted(versions);
  const compared = compareVersions({ ...versions, currentText });
  switch (stateOf(compared)) {
    case "current":
      return { kind: "unchanged", path };
    case "fixed":
      return updateFixedFile(compared);
    case "generated":
      return overwrite(compared);
    case "mixed":
      return overwriteMix(compared);
    case "edited":
      return keepEdits(compared);
    case "both":
      return mergeEdits(compared);
  }
}

function compareVersions(
  versions: FileVersions & { readonly currentText: string },
): ComparedVersions {
  const { base, currentText, file, from } = versions;
  const { editable, text: incomingText } = file;
  const settledText = editable
    ? resolveGeneratedSides(currentText, base)
    : currentText;
  const hasNewText = digest(incomingText) !== base.digest;
  const readGenerated = hasNewText ? undefined : () => incomingText;
  return {
    ...versions,
    settledText,
    isMoved: file.path !== from,
    hasNewText,
    isEdited: isEdited(from, settledText, base, readGenerated),
    isIncoming: digest(settledText) === digest(incomingText),
    contractChanged:
      base.contract !== undefined && file.contract !== base.contract,
  };
}

function stateOf(versions: ComparedVersions): FileState {
  const { base, currentText, file, hasNewText, isMoved, settledText } =
    versions;
  if (currentText === file.text && !isMoved) return "current";
  if (!file.editable) return "fixed";
  const isGenerated =
    versions.isIncoming || digest(settledText) === base.digest;
  const hasChanges = versions.isEdited || isMoved || hasNewText;
  if (isGenerated || !hasChanges) return "generated";
  if (!isMoved && isMixOfGenerated(settledText, base)) return "mixed";
  return isMoved || hasNewText ? "both" : "edited";
}

/** A file that the user has deleted stays deleted; one that is not for editing is written again. */
function leaveDeleted({ file, from }: FileVersions): Outcome {
  return file.editable
    ? { kind: "deleted", path: from }
    : { kind: "created", path: file.path, text: file.text };
}

/** Writes the incoming text over a generated one. */
function overwrite(versions: ComparedVersions): Outcome {
  const { currentText, file, from, isIncoming, isMoved } = versions;
  const { path } = file;
  const { contractChanged, settledText } = versions;
  const change = {
    path,
    before: currentText,
    text: withLineEndingsOf(file.text, currentText),
  };
  if (isMoved)
    return {
      kind: "moved",
      ...change,
      from,
      edited: versions.isEdited,
      contractChanged,
    };
  const isGenerated =
    isIncoming || digest(settledText) === versions.base.digest;
  // Only the layout differs, which is the user's.
  const isDone = settledText === currentText && (isIncoming || !isGenerated);
  return isDone || change.text === currentText
    ? { kind: "unchanged", path }
    : { kind: "updated", ...change };
}

/** Writes the incoming text over git's merge of two generated texts. */
function overwriteMix(versions: ComparedVersions): Outcome {
  const { currentText, file, settledText } = versions;
  const { path } = file;
  const text = withLineEndingsOf(file.text, currentText);
  if (text === currentText) return { kind: "unchanged", path };
  const isResolved = settledText !== currentText;
  return {
    kind: "updated",
    path,
    before: currentText,
    text,
    ...(isResolved && { resolved: true }),
  };
}

/** Keeps an edited file for which nothing new was generated. Only new names of components are written into it. */
function keepEdits(versions: ComparedVersions): Outcome {
  const { contractChanged, currentText, file } = versions;
  const { path } = file;
  const texts = prepareMerge(versions);
  if (texts === undefined) return refuseFile(path, UNRESOLVED);
  return texts.current === currentText
    ? { kind: "kept", path, contractChanged }
    : mergeTexts(versions, texts);
}

/** Merges the edits of the user with the incoming text. */
function mergeEdits(versions: ComparedVersions): Outcome {
  const texts = prepareMerge(versions);
  return texts === undefined
    ? refuseFile(versions.file.path, UNRESOLVED)
    : mergeTexts(versions, texts);
}

/** Texts that are merged, in the present names. */
interface MergeTexts {
  /** Base as it was generated, before names changed. */
  readonly baseText: string;
  readonly base: string;
  readonly current: string;
  readonly incoming: string;
  /** True if the current text has conflict markers that the user has not resolved. */
  readonly hasOpenConflicts: boolean;
}

/** Prepares the texts of a merge; undefined if conflict markers in the current text can't be read. */
function prepareMerge(versions: ComparedVersions): MergeTexts | undefined {
  const { base, file, from, hasNewText, isMoved, renames, settledText } =
    versions;
  const { path, text: incomingText } = file;
  const uncutBase = hasNewText ? (base.text() ?? "") : incomingText;
  const baseText = dropDeletedRows(file, uncutBase, uncutBase);
  const hasOpenConflicts =
    hasConflictMarkers(settledText) && !hasConflictMarkers(baseText);
  const ownText = hasOpenConflicts
    ? withLineEndingsOf(
        resolveBothWays(normalizeLineEndings(settledText))[0],
        settledText,
      )
    : settledText;
  if (hasOpenConflicts && hasConflictMarkers(ownText)) return undefined;
  const renamedBase = renames.apply(baseText, from, path);
  return {
    baseText,
    base: renamedBase,
    current: renames.apply(
      dropDeletedRows(file, dropNote(ownText, base), uncutBase),
      from,
      path,
    ),
    // The example of a file that is written once still has the old names.
    incoming: hasNewText || isMoved ? incomingText : renamedBase,
    hasOpenConflicts,
  };
}

/** Texts in which versions of package.json that were raised by hand, edited cases of tests, and digests count as generated. */
const keepHandWritten = (path: string, texts: ThreeWay<string>) =>
  path === "package.json"
    ? { ...texts, incoming: keepRaisedVersions(texts) }
    : regenerateDigests(path, keepEditedCases(path, texts));

function mergeTexts(
  versions: ComparedVersions,
  { baseText, hasOpenConflicts, ...texts }: MergeTexts,
): Outcome {
  const { base, contractChanged, currentText, file, from, isMoved } = versions;
  const { isEdited: edited } = versions;
  const { path } = file;
  const { text, conflicts } =
    edited && isOtherOperation(base, file, baseText)
      ? createWholeConflict(texts, base)
      : mergeText({ path, ...keepHandWritten(path, texts) });
  // Markers that would come of it again are those of a killed run.
  if (hasOpenConflicts && text !== currentText)
    return refuseFile(path, UNRESOLVED);
  const rewritten = { path, before: currentText, text, contractChanged };
  if (conflicts.length > 0 && !isMoved) {
    const regenerated = {
      path,
      before: currentText,
      text: withLineEndingsOf(file.text, currentText),
    };
    // Layout that can't be kept is not an edit.
    if (!edited) return { kind: "updated", ...regenerated };
  }
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

/** Updates a file that is not for editing: written anew if nobody but a formatter or git's merge has changed it. */
function updateFixedFile(versions: ComparedVersions): Outcome {
  const { base, currentText, file, isIncoming } = versions;
  const { path } = file;
  const text = withLineEndingsOf(file.text, currentText);
  const change = { path, before: currentText, text };
  if (isEquivalent(path, currentText, text)) return { kind: "unchanged", path };
  if (!versions.isEdited || isIncoming) return { kind: "updated", ...change };
  return hasConflictMarkers(currentText) || base.otherSide !== undefined
    ? { kind: "updated", ...change, resolved: true }
    : refuseFile(path, EDITED);
}
