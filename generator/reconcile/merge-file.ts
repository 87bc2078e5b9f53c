import type { Problem } from "../errors.js";
import type { LockedFile, Outcome, RenderedFile } from "../project/outcome.js";
import { contentOf, saysSame } from "../shared/token-compare.js";
import { digest } from "../shared/hash.js";
import { dressedAs, plain } from "../shared/line-endings.js";
import { mergeText } from "../merge/merge-text.js";
import {
  conflictLines,
  hasMarkers,
  resolved,
} from "../merge/conflict-markers.js";
import { routeOf } from "./match-files.js";
import type { Renames } from "./rename-references.js";
import { parserOf } from "../merge/parse-typescript.js";
import { bySide, isOfBoth } from "../merge/git-conflicts.js";

/** A file that was generated before, here or, under another name of its component, elsewhere. */
export function update(
  file: RenderedFile,
  from: string,
  base: LockedFile,
  {
    before,
    renames,
  }: { readonly before: string | undefined; readonly renames: Renames },
): Outcome {
  const { path, text: next, editable } = file;
  if (before === undefined) {
    return editable
      ? { kind: "deleted", path: from }
      : { kind: "created", path, text: next };
  }
  const isMoved = path !== from;
  if (before === next && !isMoved) return { kind: "unchanged", path };
  const contractChanged =
    base.contract !== undefined && file.contract !== base.contract;
  const settled = editable ? bySide(before, base) : before;
  const [is, willBe] = [digest(settled), digest(next)];
  const isNew = willBe !== base.digest;
  const edited = isEdited(from, settled, base, isNew ? undefined : () => next);
  const isNext = is === willBe;
  const isSame = is === base.digest || isNext;
  const fresh = { path, before, text: dressedAs(next, before) };
  if (!editable) return renew(fresh, edited && !isNext, base);
  if (isSame || (!edited && !isMoved && !isNew)) {
    if (isMoved)
      return { kind: "moved", ...fresh, from, edited, contractChanged };
    const isDone = settled === before && (isNext || !isSame);
    return isDone || fresh.text === before
      ? { kind: "unchanged", path }
      : { kind: "updated", ...fresh };
  }
  const old = isNew ? (base.text() ?? "") : next;
  const cut = (text: string) => file.cut?.(text, old) ?? text;
  const last = cut(old);
  const isOpen = hasMarkers(settled) && !hasMarkers(last);
  const own = isOpen
    ? dressedAs(resolved(plain(settled))[0], settled)
    : settled;
  if (isOpen && hasMarkers(own)) return refuse(path, UNRESOLVED);
  const yours = renames.apply(cut(withoutNote(own, base)), from, path);
  if (!isMoved && !isNew && yours === before)
    return { kind: "kept", path, contractChanged };
  const renamed = renames.apply(last, from, path);
  // An example of what is written once has the old names still.
  const now = isNew || isMoved ? next : renamed;
  const sides = { base: renamed, yours, next: now };
  const { text, conflicts } =
    edited && isOther(base, file, last)
      ? wholly(sides, base)
      : mergeText({ path, ...sides });
  // Markers that would come of it again are those of a killed run.
  if (isOpen && text !== before) return refuse(path, UNRESOLVED);
  const made = { path, before, text, contractChanged };
  // A layout that can't be kept is nobody's words.
  if (conflicts.length > 0 && !isMoved && !edited)
    return { kind: "updated", ...fresh };
  if (conflicts.length > 0 && !isMoved && isOfBoth(settled, base))
    return { kind: "updated", ...fresh, resolved: true };
  if (conflicts.length > 0)
    return { kind: "conflict", ...made, ...(isMoved && { from }), conflicts };
  if (isMoved) return { kind: "moved", ...made, from, edited };
  if (text === before) return { kind: "kept", path, contractChanged };
  return edited
    ? { kind: "merged", ...made }
    : { kind: "updated", path, before, text };
}

/** A file that is no longer generated. */
export function retire(
  path: string,
  base: LockedFile,
  before: string,
): Outcome {
  if (!isEdited(path, before, base)) return { kind: "removed", path, before };
  if (hasMarkers(before) && !hasMarkers(base.text() ?? ""))
    return refuse(path, UNRESOLVED);
  // What is not for editing needs nothing that may go, and is told by its text from what was generated.
  const isModule = base.editable && path.endsWith(".ts");
  return isModule ? orphan(path, before) : { kind: "orphaned", path };
}

/** A module of a person's, for which nothing is generated any more. */
export function orphan(path: string, before: string): Outcome {
  if (ANY_NOTE.test(plain(before))) return { kind: "orphaned", path };
  const text = dressedAs(NOTE + plain(before), before);
  return { kind: "orphaned", path, before, text };
}

/** Keeps an orphan, whose types and imports may have gone, from failing the build of the rest. */
const NOTE =
  "// @ts-nocheck: this is no longer generated. Delete this file, or move what you need of it.\n";

/** The same, as any version wrote it. */
const ANY_NOTE = /^\/\/ @ts-nocheck: (?=.* Delete this file, or move ).*\n/;

function withoutNote(text: string, { orphan }: LockedFile): string {
  return orphan ? dressedAs(plain(text).replace(ANY_NOTE, ""), text) : text;
}

/** Whether a person has changed more than the layout. */
export function isEdited(
  path: string,
  text: string,
  { digest: last, editable, packed = "", ...base }: LockedFile,
  made = () => base.text() ?? "",
): boolean {
  if (digest(text) === last) return false;
  const reading = {
    senseOf: (one: string) => parserOf(path)?.parse(one)?.sense,
    shapeOf: (one: string) => parserOf(path)?.shape(one),
  };
  return editable
    ? !saysSame(path, text, made(), reading)
    : digest(contentOf(path, text)) !== packed;
}

/** A file that is not for editing: written anew where nobody but a formatter or git's merge has changed it. */
function renew(
  fresh: { path: string; before: string; text: string },
  edited: boolean,
  base: LockedFile,
): Outcome {
  const { path, before, text } = fresh;
  if (saysSame(path, before, text)) return { kind: "unchanged", path };
  if (!edited) return { kind: "updated", ...fresh };
  return hasMarkers(before) || base.other !== undefined
    ? { kind: "updated", ...fresh, resolved: true }
    : refuse(path, EDITED);
}

/** Whether an operation of quite another route has the name, and so the place, of one that has gone. */
function isOther(base: LockedFile, file: RenderedFile, last: string): boolean {
  if (base.key === undefined || file.key === undefined) return false;
  const [was, is] = [base.key, file.key].map((key) =>
    // The source of a route may have another name, and is no part of it.
    routeOf(key)[0]
      .replace(/^\S+ (?=\S+ \/)/, "")
      .split(/[ /]/),
  );
  const title = (text: string) =>
    /^ {2}(?:title|description): .*/m.exec(text)?.[0];
  const isAlike =
    was?.join() === is?.join() ||
    was?.slice(1).join() === is?.slice(1).join() ||
    (was?.[0] === is?.[0] && lastWord(was) === lastWord(is)) ||
    (title(last) !== undefined && title(last) === title(file.text));
  return !isAlike;
}

function lastWord(parts: readonly string[] = []): string | undefined {
  return parts.findLast((part) => part !== "" && !part.startsWith("{"));
}

/** All of yours against all that is new. */
function wholly(
  { yours, next }: { yours: string; next: string },
  { key = "" }: LockedFile,
) {
  const lines = (text: string) => plain(text).split("\n");
  const text = conflictLines({
    base: [],
    yours: lines(yours),
    next: lines(next),
  });
  return {
    text: dressedAs(`${text.join("\n")}\n`, yours),
    conflicts: [{ place: `all, which was ${routeOf(key)[0]}`, line: 1 }],
  };
}

const EDITED: Problem = {
  code: "fixed-file-edited",
  message:
    "This file is not for editing, but it was changed by hand, or by a run that was killed.",
  hint: "Take your change out of it (or delete the file: it is written again), and make it in a tool, in src/client.ts or in src/custom/.",
};

export const UNRESOLVED: Problem = {
  code: "unresolved-conflict",
  message: "Conflict markers are not resolved yet.",
  hint: "Edit the file so that no <<<<<<<, |||||||, ======= and >>>>>>> lines remain.",
};

export function refuse(path: string, problem: Problem): Outcome {
  return { kind: "refused", path, problem: { ...problem, file: path } };
}
