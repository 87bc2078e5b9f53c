import type { Problem } from "../errors.js";
import type { LockedFile, Outcome, RenderedFile } from "../project/outcome.js";
import { significantTokens, isEquivalent } from "../shared/token-compare.js";
import { digest } from "../shared/hash.js";
import {
  withLineEndingsOf,
  normalizeLineEndings,
} from "../shared/line-endings.js";
import { mergeText } from "../merge/merge-text.js";
import type { ThreeWay } from "../merge/three-way.js";
import {
  formatConflict,
  hasConflictMarkers,
  resolveBothWays,
} from "../merge/conflict-markers.js";
import { routeOf } from "./match-files.js";
import { keepRaisedVersions } from "./raised-versions.js";
import type { Renames } from "./rename-references.js";
import { parserOf } from "../merge/parse-typescript.js";
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
  /** Text on disk; undefined if a person has deleted the file. */
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
  /** True if a person has changed more than the layout. */
  readonly isEdited: boolean;
  /** True if the current text is the incoming one. */
  readonly isIncoming: boolean;
  readonly contractChanged: boolean;
}

/**
 * State of a file that is on disk: `current`, as it is to be; `fixed`, not for editing; `generated`, as a generation
 * wrote it; `mixed`, git's merge of two generated texts, which may hold lines of both for one component; `edited` by a
 * person, with nothing new generated; `both`, edited and newly generated.
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

/** A file that a person has deleted stays deleted; one that is not for editing is written again. */
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
  // Only the layout differs, which is the person's.
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

/** Merges the edits of a person with the incoming text. */
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
  /** True if the current text has conflict markers that a person has not resolved. */
  readonly hasOpenConflicts: boolean;
}

/** Prepares the texts of a merge; undefined if conflict markers in the current text can't be read. */
function prepareMerge(versions: ComparedVersions): MergeTexts | undefined {
  const { base, file, from, hasNewText, isMoved, renames, settledText } =
    versions;
  const { path, text: incomingText } = file;
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
  if (hasOpenConflicts && hasConflictMarkers(ownText)) return undefined;
  const renamedBase = renames.apply(baseText, from, path);
  return {
    baseText,
    base: renamedBase,
    current: renames.apply(
      dropDeletedRows(dropNote(ownText, base)),
      from,
      path,
    ),
    // The example of a file that is written once still has the old names.
    incoming: hasNewText || isMoved ? incomingText : renamedBase,
    hasOpenConflicts,
  };
}

/** Texts of package.json in which versions that were raised by hand count as generated. */
const keepVersions = (path: string, texts: ThreeWay<string>) =>
  path === "package.json"
    ? { ...texts, incoming: keepRaisedVersions(texts) }
    : texts;

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
      : mergeText({ path, ...keepVersions(path, texts) });
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
    // Layout that can't be kept is no edit.
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
