import type {
  Lock,
  LockedFile,
  MergeInput,
  RenderedFile,
} from "../project/outcome.js";
import { byCodeUnit } from "../shared/order.js";
import { digest } from "../shared/hash.js";
import { mergeText } from "../merge/merge-text.js";
import { unifiedDiff } from "../merge/unified-diff.js";
import {
  ANY_CONFLICT,
  hasMarkers,
  markerLines,
} from "../merge/conflict-markers.js";
import { traceOrigins } from "./match-files.js";
import { isEdited } from "./merge-file.js";

/** What a committed output does not have in common with a fresh one. Edits of files that are made to be edited are none. */
export type Drift = { readonly path: string } & (
  | {
      /** Generated otherwise now, or not there; the diff is from what was generated last. */
      readonly kind: "stale" | "missing";
      readonly diff: string;
    }
  | {
      /** The same component under another name. */
      readonly kind: "moved";
      readonly from: string;
      readonly diff: string;
    }
  | {
      /**
       * No longer generated; not for editing, but changed or deleted by hand; no longer generated, and
       * kept because it was edited, which is no fault, but to be told.
       */
      readonly kind: "extra" | "edited" | "orphan";
    }
  | {
      /** Has conflicts to resolve; the numbers of the lines where they begin. */
      readonly kind: "markers";
      readonly lines: readonly number[];
    }
);

/** Compares what was generated last with what would be generated now. Sorted by path; nothing is written. */
export function compare({ last, yours, next }: MergeInput): Drift[] {
  const files: Lock["files"] = last?.files ?? new Map();
  const origins = traceOrigins(files, next);
  const claimed = new Set(origins.values());
  const drifts = next.flatMap((file): Drift[] => {
    const { path, text } = file;
    const from = origins.get(path);
    const base = from === undefined ? undefined : files.get(from);
    return from === undefined || base === undefined
      ? [{ kind: "missing", path, diff: unifiedDiff(path, "", text) }]
      : driftOf(file, from, base, yours(from));
  });
  for (const [path, base] of files) {
    const present = yours(path);
    const isAsMade = present === undefined || digest(present) === base.digest;
    // An orphan that nobody has edited is removed by the next generation.
    const isKept = base.orphan && !isAsMade;
    if (!claimed.has(path))
      drifts.push({ kind: isKept ? "orphan" : "extra", path });
    if (isAsMade || !base.editable || !hasMarkers(present)) continue;
    if (!hasMarkers(base.text() ?? "")) drifts.push(marked(path, present));
  }
  if (last?.isMerged) drifts.push(marked("toolwright.lock", last.stored ?? ""));
  return drifts.sort((a, b) => byCodeUnit(a.path, b.path));
}

function marked(path: string, text: string): Drift {
  return { kind: "markers", path, lines: markerLines(text, ANY_CONFLICT) };
}

function driftOf(
  { path, editable, ...file }: RenderedFile,
  from: string,
  base: LockedFile,
  present: string | undefined,
): Drift[] {
  const text = file.made ?? file.text;
  const isWhole =
    base.editable || (present !== undefined && !isEdited(path, present, base));
  if (!isWhole) return [{ kind: "edited", path: from }];
  const [last, yours = ""] = [base.text(), present];
  // A list may have by a person's hand what a generation would bring.
  const isAdapted = () =>
    file.made !== undefined &&
    mergeText({ path, base: last ?? "", yours, next: file.text }).text ===
      yours;
  const same =
    editable === base.editable && (digest(text) === base.digest || isAdapted());
  if (same && from === path) return [];
  const diff = unifiedDiff(path, last ?? yours, text);
  return [
    from === path
      ? { kind: "stale", path, diff }
      : { kind: "moved", path, from, diff },
  ];
}
