import type { Lock, LockedFile, RenderedFile } from "../output/outcome.js";
import { digest } from "../text.js";
import { unifiedDiff } from "./diff.js";
import { hasMarkers, markerLines } from "./markers.js";
import { traceOrigins } from "./origins.js";

/** What a committed output does not have in common with a fresh one. Edits of files that are made to be edited are none. */
export type Drift =
  /** Generated otherwise now; the diff is from what was generated last. */
  | { readonly kind: "stale"; readonly path: string; readonly diff: string }
  | { readonly kind: "missing"; readonly path: string; readonly diff: string }
  /** The same component under another name. */
  | {
      readonly kind: "moved";
      readonly path: string;
      readonly from: string;
      readonly diff: string;
    }
  /** No longer generated. */
  | { readonly kind: "extra"; readonly path: string }
  /** Not for editing, but changed or deleted by hand. */
  | { readonly kind: "edited"; readonly path: string }
  /** Has conflicts to resolve; the numbers of the lines where they begin. */
  | {
      readonly kind: "markers";
      readonly path: string;
      readonly lines: readonly number[];
    }
  /** No longer generated, and kept because it was edited. No fault, but to be told. */
  | { readonly kind: "orphan"; readonly path: string };

/** Compares what was generated last with what would be generated now. Sorted by path; nothing is written. */
export function compare({
  last,
  yours,
  next,
}: {
  readonly last: Lock | null;
  /** Text of a file on disk; undefined where there is none. */
  readonly yours: (path: string) => string | undefined;
  readonly next: readonly RenderedFile[];
}): Drift[] {
  const files: ReadonlyMap<string, LockedFile> = last?.files ?? new Map();
  const origins = traceOrigins(files, next);
  const claimed = new Set(origins.values());
  const drifts = next.flatMap((file): Drift[] => {
    const from = origins.get(file.path);
    const base = from === undefined ? undefined : files.get(from);
    return base === undefined || from === undefined
      ? [missing(file)]
      : driftOf(file, { from, base, present: yours(from) });
  });
  for (const [path, base] of files) {
    if (!claimed.has(path))
      drifts.push({
        kind: isKept(base, yours(path)) ? "orphan" : "extra",
        path,
      });
  }
  for (const [path, base] of files) drifts.push(...marked(path, base, yours));
  return drifts.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** An orphan that nobody has edited is removed by the next generation. */
function isKept({ orphan, digest: last }: LockedFile, present?: string) {
  return orphan && present !== undefined && digest(present) !== last;
}

function missing({ path, text }: RenderedFile): Drift {
  return { kind: "missing", path, diff: unifiedDiff(path, "", text) };
}

function driftOf(
  file: RenderedFile,
  {
    from,
    base,
    present,
  }: {
    readonly from: string;
    readonly base: LockedFile;
    readonly present: string | undefined;
  },
): Drift[] {
  const { path, text } = file;
  const intact = present !== undefined && digest(present) === base.digest;
  if (!base.editable && !intact) return [{ kind: "edited", path: from }];
  const moved = from !== path;
  if (!moved && digest(text) === base.digest && file.editable === base.editable)
    return [];
  const diff = unifiedDiff(path, base.text() ?? present ?? "", text);
  return [
    moved ? { kind: "moved", path, from, diff } : { kind: "stale", path, diff },
  ];
}

function marked(
  path: string,
  base: LockedFile,
  yours: (path: string) => string | undefined,
): Drift[] {
  const text = base.editable ? yours(path) : undefined;
  if (text === undefined || digest(text) === base.digest) return [];
  if (!hasMarkers(text) || hasMarkers(base.text() ?? "")) return [];
  return [{ kind: "markers", path, lines: markerLines(text) }];
}
