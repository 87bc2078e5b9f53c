import { ToolwrightError } from "../errors.js";
import type {
  Lock,
  LockedFile,
  MergeInput,
  Outcome,
  RenderedFile,
} from "../project/outcome.js";
import { byCodeUnit } from "../shared/order.js";
import { digest } from "../shared/hash.js";
import { replaceOurs } from "../merge/conflict-markers.js";
import { mergeText } from "../merge/merge-text.js";
import { follow, type Traced } from "./follow-moves.js";
import { traceOrigins } from "./match-files.js";
import { renamesOf, type Renames } from "./rename-references.js";
import { refuse, retire, update } from "./merge-file.js";

/** Decides for every file what becomes of it: a three-way merge of what was generated last, what is there and what is generated now. Sorted by path. */
export function mergeFiles(input: MergeInput): Outcome[] {
  const { last, yours, next } = input;
  assertDistinct(next);
  const files: Lock["files"] = last?.files ?? new Map();
  const origins = traceOrigins(files, next);
  const renames = renamesOf(files, next, origins);
  const traced = { ...input, files, origins, renames };
  const claimed = new Set(origins.values());
  const outcomes = next.map((file) => {
    const from = origins.get(file.path);
    const base = from === undefined ? undefined : files.get(from);
    if (from === undefined || base === undefined)
      return place(file, claimed.has(file.path) ? undefined : yours(file.path));
    const isFree = from === file.path || claimed.has(file.path);
    // A killed run has moved it before.
    const isThere =
      !isFree && !files.has(file.path) && yours(from) === undefined;
    const at = isThere && yours(file.path) !== undefined ? file.path : from;
    const outcome = update(file, at, base, { before: yours(at), renames });
    return isFree || at === file.path
      ? outcome
      : meeting(outcome, file, from, traced);
  });
  const landed = new Set(next.map((file) => file.path));
  for (const [path, base] of files) {
    if (claimed.has(path) || landed.has(path)) continue;
    const before = yours(path);
    if (before !== undefined) outcomes.push(retire(path, base, before));
  }
  return follow(outcomes, traced).sort((a, b) => byCodeUnit(a.path, b.path));
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
  // A list of one's own that was there before.
  if (path === "src/custom/index.ts")
    return { kind: "kept", path, contractChanged: false };
  return refuse(path, {
    code: "file-in-the-way",
    message: "A file of yours is in the way.",
    hint: "Move it, or run with `--adopt` to keep it as your edit of the generated file.",
  });
}

/** What becomes of a file that moves to where something stands already. */
function meeting(
  outcome: Outcome,
  file: RenderedFile,
  from: string,
  { files, renames, yours }: Traced,
): Outcome {
  const { path } = file;
  const there = yours(path);
  if (there === undefined) return outcome;
  const base = files.get(path);
  // As generated, and no longer needed.
  if (base?.digest === digest(there) && outcome.kind !== "deleted") {
    return outcome.kind === "moved" || outcome.kind === "conflict"
      ? { ...outcome, replaces: there }
      : outcome;
  }
  // A killed run has written the new file, and not removed the old one.
  if ("text" in outcome && outcome.text === there) return outcome;
  // Where file names ignore case, a rename of case alone meets itself.
  const sameName = path.toLowerCase() === from.toLowerCase();
  if (sameName && there === yours(from)) return outcome;
  if (base !== undefined && base.key === file.key)
    return joined(outcome, file, base, { before: there, renames });
  return refuse(path, {
    code: "file-in-the-way",
    message: "A file of yours is where a renamed component moves to.",
    hint: "Move it out of the way, for instance to src/custom/.",
  });
}

/** A component that has referred to a tool, and takes over the tool's handler: the edits of both in one file. */
function joined(
  outcome: Outcome,
  file: RenderedFile,
  base: LockedFile,
  present: { readonly before: string; readonly renames: Renames },
): Outcome {
  const { path, text: generated } = file;
  const { before } = present;
  const own = update(file, path, base, present);
  const isMove = outcome.kind === "moved" || outcome.kind === "conflict";
  if (own.kind === "refused" || (!isMove && own.kind !== "conflict"))
    return own;
  const { text, conflicts } = mergeText({
    path,
    base: generated,
    yours: withoutOverridden("text" in own ? own.text : before),
    next: isMove ? outcome.text : generated,
  });
  const made = isMove
    ? { ...outcome, text, replaces: before }
    : { path, before, text, contractChanged: true };
  if (conflicts.length > 0) return { ...made, kind: "conflict", conflicts };
  return "edited" in made
    ? { ...made, edited: true }
    : { ...made, kind: "merged" };
}

/** What it says in place of the tool's words, which now are its own. */
function withoutOverridden(text: string): string {
  return replaceOurs(text, ({ base, first }) =>
    base === "" ? first : undefined,
  );
}
