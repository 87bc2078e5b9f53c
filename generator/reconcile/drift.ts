import type { LockedFile, RenderedFile } from "../project/outcome.js";
import { compareCodeUnits } from "../shared/order.js";
import { digest } from "../shared/hash.js";
import { mergeText } from "../merge/merge-text.js";
import { unifiedDiff } from "../merge/unified-diff.js";
import {
  ANY_START_MARKER,
  hasConflictMarkers,
  findMarkerLines,
} from "../merge/conflict-markers.js";
import { isEdited } from "./find-edits.js";
import { originOf, type PairedInput } from "./pair-files.js";

/** Difference between a committed output and a fresh one. Edits of editable files are not differences. */
export type Drift = { readonly path: string } & (
  | {
      /** Generated otherwise now, or not there; the diff is from what was generated last. */
      readonly kind: "stale" | "missing";
      readonly diff: string;
    }
  | {
      /** A component under another name. */
      readonly kind: "moved";
      readonly from: string;
      readonly diff: string;
    }
  | {
      /**
       * No longer generated; not for editing, but changed or deleted by hand; no longer generated, and kept because it
       * was edited, which is reported, but is not a fault.
       */
      readonly kind: "extra" | "edited" | "orphan";
    }
  | {
      /** File of the runtime that was edited by hand, and that reviews fold until the next generation. */
      readonly kind: "folded";
    }
  | {
      /** Has conflicts to resolve; the numbers of their first lines. */
      readonly kind: "markers";
      readonly lines: readonly number[];
    }
);

/** Compares the files of the last generation with those of a fresh one. Sorted by path; nothing is written. */
export function findDrifts(input: PairedInput): Drift[] {
  const { baseLock, files, incoming, origins, readCurrent } = input;
  const claimedPaths = new Set(origins.values());
  const drifts = incoming.flatMap((file): Drift[] => {
    const { path, text } = file;
    const origin = originOf(file, input);
    return origin === undefined
      ? [{ kind: "missing", path, diff: unifiedDiff(path, "", text) }]
      : driftsOf(file, origin.from, origin.base, readCurrent(origin.from));
  });
  for (const [path, base] of files) {
    const currentText = readCurrent(path);
    const isAsGenerated =
      currentText === undefined || digest(currentText) === base.digest;
    // An orphan that no one has edited is removed by the next generation.
    const isKeptOrphan = base.orphan && !isAsGenerated;
    // An orphan that the user has deleted, as the report of `generate` says, is done with.
    const isDeletedOrphan = base.orphan && currentText === undefined;
    if (!claimedPaths.has(path) && !isDeletedOrphan)
      drifts.push({ kind: isKeptOrphan ? "orphan" : "extra", path });
    if (isAsGenerated || !base.editable || !hasConflictMarkers(currentText))
      continue;
    if (!hasConflictMarkers(base.text() ?? ""))
      drifts.push(toMarkerDrift(path, currentText));
  }
  if (baseLock?.isMerged)
    drifts.push(toMarkerDrift("toolwright.lock", baseLock.storedText ?? ""));
  return drifts.sort((a, b) => compareCodeUnits(a.path, b.path));
}

function toMarkerDrift(path: string, text: string): Drift {
  return {
    kind: "markers",
    path,
    lines: findMarkerLines(text, ANY_START_MARKER),
  };
}

function driftsOf(
  { path, editable, ...file }: RenderedFile,
  from: string,
  base: LockedFile,
  currentText: string | undefined,
): Drift[] {
  const text = file.generatedText ?? file.text;
  const isIntact =
    base.editable ||
    (currentText !== undefined && !isEdited(path, currentText, base));
  if (!isIntact) return [{ kind: "edited", path: from }];
  const [baseText, currentOrEmpty = ""] = [base.text(), currentText];
  // The user may have written into a list by hand the lines that a generation would add.
  const isAdapted = () =>
    file.generatedText !== undefined &&
    mergeText({
      path,
      base: baseText ?? "",
      current: currentOrEmpty,
      incoming: file.text,
    }).text === currentOrEmpty;
  const isSame =
    editable === base.editable && (digest(text) === base.digest || isAdapted());
  if (isSame && from === path) return [];
  const diff = unifiedDiff(path, baseText ?? currentOrEmpty, text);
  return [
    from === path
      ? { kind: "stale", path, diff }
      : { kind: "moved", path, from, diff },
  ];
}
