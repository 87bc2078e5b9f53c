import type { LockedFile, RenderedFile } from "../output/outcome.js";
import { byCodeUnit, digest } from "../text.js";
import { mergeText } from "../merge/merge-text.js";
import { unifiedDiff } from "../merge/unified-diff.js";
import { ANY_CONFLICT, hasMarkers, markerLines } from "../merge/markers.js";
import type { MergeInput } from "./input.js";
import { traceOrigins } from "./origins.js";
import { isEdited } from "./update.js";

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
  const files: ReadonlyMap<string, LockedFile> = last?.files ?? new Map();
  const origins = traceOrigins(files, next);
  const claimed = new Set(origins.values());
  const drifts = next.flatMap((file): Drift[] => {
    const from = origins.get(file.path);
    const base = from === undefined ? undefined : files.get(from);
    return base === undefined || from === undefined
      ? [missing(file)]
      : driftOf(file, from, base, yours(from));
  });
  for (const [path, base] of files) {
    if (!claimed.has(path))
      drifts.push({
        kind: isKept(base, yours(path)) ? "orphan" : "extra",
        path,
      });
  }
  for (const [path, base] of files) drifts.push(...marked(path, base, yours));
  if (last?.isMerged) {
    const lines = markerLines(last.stored ?? "", ANY_CONFLICT);
    drifts.push({ kind: "markers", path: "toolwright.lock", lines });
  }
  return drifts.sort((a, b) => byCodeUnit(a.path, b.path));
}

/** An orphan that nobody has edited is removed by the next generation. */
function isKept({ orphan, digest: last }: LockedFile, present?: string) {
  return orphan && present !== undefined && digest(present) !== last;
}

function missing({ path, text }: RenderedFile): Drift {
  return { kind: "missing", path, diff: unifiedDiff(path, "", text) };
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
  const same =
    editable === base.editable &&
    (digest(text) === base.digest ||
      (file.made !== undefined && isAdapted(path, file.text, base, present)));
  if (same && from === path) return [];
  const diff = unifiedDiff(path, base.text() ?? present ?? "", text);
  return [
    from === path
      ? { kind: "stale", path, diff }
      : { kind: "moved", path, from, diff },
  ];
}

/** Whether a list has by a person's hand what a generation would bring. */
function isAdapted(
  path: string,
  next: string,
  base: LockedFile,
  yours = "",
): boolean {
  const last = base.text() ?? "";
  return mergeText({ path, base: last, yours, next }).text === yours;
}

function marked(
  path: string,
  base: LockedFile,
  yours: MergeInput["yours"],
): Drift[] {
  const text = base.editable ? yours(path) : undefined;
  if (text === undefined || digest(text) === base.digest) return [];
  if (!hasMarkers(text) || hasMarkers(base.text() ?? "")) return [];
  return [{ kind: "markers", path, lines: markerLines(text, ANY_CONFLICT) }];
}
