import { ToolwrightError, type Problem } from "../errors.js";
import type {
  Lock,
  LockedFile,
  Outcome,
  RenderedFile,
} from "../output/outcome.js";
import { digest, dressedAs } from "../text.js";
import { mergeText } from "./content.js";
import { hasMarkers } from "./markers.js";
import { traceOrigins } from "./origins.js";

export interface MergeInput {
  /** Null: nothing was generated here before. */
  readonly last: Lock | null;
  /** Text of a file on disk; undefined where there is none. */
  readonly yours: (path: string) => string | undefined;
  readonly next: readonly RenderedFile[];
}

type Files = ReadonlyMap<string, LockedFile>;

/** Decides for every file what becomes of it: a three-way merge of what was generated last, what is there and what is generated now. Sorted by path. */
export function merge({ last, yours, next }: MergeInput): Outcome[] {
  assertDistinct(next);
  const files: Files = last?.files ?? new Map();
  const origins = traceOrigins(files, next);
  const claimed = new Set(origins.values());
  const leftovers = [...files].filter(([path]) => !claimed.has(path));
  const outcomes = next.map((file) => {
    const from = origins.get(file.path);
    const base = from === undefined ? undefined : files.get(from);
    if (from === undefined || base === undefined)
      return place(file, claimed.has(file.path) ? undefined : yours(file.path));
    const outcome = update({ file, from, base, before: yours(from) });
    const free = from === file.path || claimed.has(file.path);
    return free
      ? outcome
      : (meeting(outcome, { file, from, files, yours }) ?? outcome);
  });
  const landed = new Set(next.map((file) => file.path));
  for (const [path, base] of leftovers) {
    if (!landed.has(path)) outcomes.push(retire(path, base, yours(path)));
  }
  return outcomes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Two names that differ by case alone are one file on many disks. */
function assertDistinct(next: readonly RenderedFile[]): void {
  const seen = new Map<string, string>();
  for (const { path } of next) {
    const other = seen.get(path.toLowerCase());
    if (other !== undefined) {
      throw new ToolwrightError({
        code: "path-collision",
        file: path,
        message: `This file and ${other} are one where file names ignore case.`,
      });
    }
    seen.set(path.toLowerCase(), path);
  }
}

/** A file that was not generated before. */
function place(file: RenderedFile, before: string | undefined): Outcome {
  const { path, text } = file;
  if (before === undefined) return { kind: "created", path, text };
  if (digest(before) === digest(text)) return { kind: "unchanged", path };
  return refuse(path, {
    code: "file-in-the-way",
    message: "A file of yours is in the way.",
    hint: "Move it, or run with `--adopt` to keep it as your edit of the generated file.",
  });
}

/** A file that was generated before, here or, under another name of its component, elsewhere. */
function update({
  file,
  from,
  base,
  before,
}: {
  readonly file: RenderedFile;
  readonly from: string;
  readonly base: LockedFile;
  readonly before: string | undefined;
}): Outcome {
  const { path } = file;
  const hash = digest(file.text);
  const contractChanged =
    base.contract !== undefined && file.contract !== base.contract;
  if (before === undefined) {
    return file.editable
      ? { kind: "deleted", path }
      : { kind: "created", path, text: file.text };
  }
  const edited = digest(before) !== base.digest;
  const relocated = path === from ? undefined : from;
  if (!edited || digest(before) === hash) {
    const text = dressedAs(file.text, before);
    if (relocated !== undefined)
      return {
        kind: "moved",
        path,
        from,
        before,
        text,
        edited,
        contractChanged,
      };
    return digest(before) === hash
      ? { kind: "unchanged", path }
      : { kind: "updated", path, before, text };
  }
  const baseText = base.text();
  if (!file.editable || baseText === undefined) return refuseEdited(path);
  if (hasMarkers(before) && !hasMarkers(baseText)) return refuseMarkers(path);
  if (relocated === undefined && hash === base.digest)
    return { kind: "kept", path, contractChanged };
  const { text, conflicts } = mergeText({
    path,
    base: baseText,
    yours: before,
    next: file.text,
  });
  if (conflicts.length > 0) {
    const origin = relocated === undefined ? {} : { from: relocated };
    return {
      kind: "conflict",
      path,
      ...origin,
      before,
      text,
      contractChanged,
      conflicts,
    };
  }
  return relocated === undefined
    ? { kind: "merged", path, before, text, contractChanged }
    : { kind: "moved", path, from, before, text, edited, contractChanged };
}

/** A file that is no longer generated. */
function retire(
  path: string,
  base: LockedFile,
  before: string | undefined,
): Outcome {
  if (before === undefined) return { kind: "deleted", path };
  if (digest(before) === base.digest) return { kind: "removed", path, before };
  if (hasMarkers(before) && !hasMarkers(base.text() ?? ""))
    return refuseMarkers(path);
  return { kind: "orphaned", path };
}

/** What becomes of a file that moves to where something stands already. */
function meeting(
  outcome: Outcome,
  {
    file: { path, text },
    from,
    files,
    yours,
  }: {
    readonly file: RenderedFile;
    readonly from: string;
    readonly files: Files;
    readonly yours: MergeInput["yours"];
  },
): Outcome | undefined {
  const there = yours(path);
  if (there === undefined) return undefined;
  // As generated, and no longer needed.
  if (files.get(path)?.digest === digest(there)) {
    return outcome.kind === "moved" || outcome.kind === "conflict"
      ? { ...outcome, replaces: there }
      : undefined;
  }
  // A killed run was here before: it has written the new file, and perhaps removed the old one.
  if ("text" in outcome && outcome.text === there) return undefined;
  if (outcome.kind === "deleted" && digest(there) === digest(text))
    return { kind: "unchanged", path };
  // Where file names ignore case, a rename of case alone meets itself.
  const sameName = path.toLowerCase() === from.toLowerCase();
  if (sameName && there === yours(from)) return undefined;
  return refuse(path, {
    code: "file-in-the-way",
    message: "A file of yours is where a renamed component moves to.",
    hint: "Move it out of the way, for instance to src/custom/.",
  });
}

function refuseEdited(path: string): Outcome {
  return refuse(path, {
    code: "fixed-file-edited",
    message: "This file is not for editing, but it was changed by hand.",
    hint: "Take your change out of it (or delete the file: it is written again), and make it in a tool, in src/client.ts or in src/custom/.",
  });
}

function refuseMarkers(path: string): Outcome {
  return refuse(path, {
    code: "unresolved-conflict",
    message: "Conflict markers are not resolved yet.",
    hint: "Edit the file so that no <<<<<<<, |||||||, ======= and >>>>>>> lines remain.",
  });
}

function refuse(path: string, problem: Problem): Outcome {
  return { kind: "refused", path, problem: { ...problem, file: path } };
}
