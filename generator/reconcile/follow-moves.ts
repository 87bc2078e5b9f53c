import { posix } from "node:path";
import type {
  Lock,
  LockedFile,
  MergeInput,
  Outcome,
  RenderedFile,
} from "../project/outcome.js";
import { digest } from "../shared/hash.js";
import { plain } from "../shared/line-endings.js";
import { mergeComponent } from "../merge/merge-text.js";
import { definitionsOf } from "../merge/definitions.js";
import { hasMarkers } from "../merge/conflict-markers.js";
import { withoutLine } from "./index-files.js";
import { isOfKind } from "./match-files.js";
import type { Renames } from "./rename-references.js";
import { parserOf } from "../merge/parse-typescript.js";
import { orphan, refuse, UNRESOLVED } from "./merge-file.js";
import { finder } from "./find-moved.js";

/** What is merged, and which file is which in it. */
export interface Traced extends Omit<MergeInput, "last"> {
  readonly files: Lock["files"];
  readonly origins: ReadonlyMap<string, string>;
  readonly renames: Renames;
}

/**
 * Follows components to where a person has moved them, and brings in there what is new of them; then
 * what has another name now, in files of the person's own.
 */
export function follow(outcomes: readonly Outcome[], input: Traced): Outcome[] {
  const { files, next, origins, renames, sources, yours } = input;
  const result = new Set(outcomes);
  const outcomeOf = (path: string) =>
    [...result].find(
      (one) =>
        one.kind !== "created" &&
        (("from" in one && one.from) || one.path) === path,
    );
  const put = (outcome: Outcome, former = outcomeOf(outcome.path)) => {
    if (former) result.delete(former);
    result.add(outcome);
  };
  /** Takes what has gone off the list where its own module stood. */
  const unlist = (at: string, of: string) => {
    const folder = posix.dirname(of);
    const path = `${folder}/index.ts`;
    const there = outcomeOf(path);
    const before = yours(path);
    const isGone = /^(?:orphaned|removed)$/.test(there?.kind ?? "");
    if (before === undefined || isGone || isLeft(there)) return;
    const is = there && "text" in there ? there.text : before;
    const text = withoutLine(is, folder, at);
    if (text !== is)
      put(
        { kind: "merged", path, before, text, contractChanged: false },
        there,
      );
  };
  const find = finder(input);
  const generated = new Map(next.map((file) => [origins.get(file.path), file]));
  const alive = new Set(
    [...generated.keys()].map((at = "") => files.get(at)?.key),
  );
  const hasOwn = sources?.().some((path) => !files.has(path)) === true;
  for (const [path, base] of files) {
    if (!isComponent(base)) continue;
    const file = generated.get(path);
    // The other side of a merge of git has given it another name.
    if (file === undefined && alive.has(base.key)) continue;
    const lost = !/\bdefine(?:Tool|Resource|Template)\b/.test(
      yours(path) ?? "",
    );
    const isSame = file !== undefined && digest(file.text) === base.digest;
    // What is in its place may have been copied.
    if (!lost && (isSame || !hasOwn)) continue;
    const last = base.text();
    const found = find(last, path);
    if (last === undefined || found.length === 0) continue;
    if (lost) {
      const own = outcomeOf(path);
      if (own?.kind === "deleted") result.delete(own);
      else if (own) put({ kind: "kept", path, contractChanged: false }, own);
      if (isSame) continue;
    }
    const isOther = lost && file !== undefined && !isOfKind(file, base);
    if (isOther)
      result.add({ kind: "created", path: file.path, text: file.text });
    for (const at of lost ? found.slice(0, 1) : found) {
      const there = outcomeOf(at);
      const isClear = !lost || found.length === 1;
      const outcome =
        file === undefined || isOther
          ? retired(at, yours(at) ?? "")
          : isClear && bring({ base, path, file }, { at, there }, input);
      if (outcome) put(outcome, there);
      else result.add({ kind: "apart", path: at, of: path });
      if (outcome && outcome.kind === "orphaned") unlist(at, path);
    }
  }
  // A line of a list that was written anew, such as without `.js`, is no longer that of the merge.
  for (const { kind, path } of outcomes) {
    const base = files.get(path);
    const isGone = kind === "orphaned" || kind === "removed";
    if (isGone && base && isComponent(base)) unlist(path, path);
  }
  const seen = new Set([...result].map(({ path }) => path));
  for (const path of renames.any ? (sources?.() ?? []) : []) {
    if (seen.has(path) || files.has(path)) continue;
    const before = yours(path) ?? "";
    const text = renames.apply(before, path);
    if (text !== before) put({ kind: "renamed", path, before, text });
  }
  return [...result];
}

/** Whether a person has to settle a file first. */
function isLeft(outcome: Outcome | undefined): boolean {
  return outcome?.kind === "conflict" || outcome?.kind === "refused";
}

function isComponent({ key, orphan: isOrphan }: LockedFile): boolean {
  return key !== undefined && !key.startsWith("feature ") && !isOrphan;
}

/** A file of a person's that holds a component which has gone, and nothing else. */
function retired(path: string, text: string): Outcome | undefined {
  const tree = parserOf(path)?.parse(plain(text));
  const isOnly = tree !== undefined && definitionsOf(tree).length === 1;
  return isOnly ? orphan(path, text) : undefined;
}

/** Brings what is new of a component into the file that holds it now, behind what else became of that file. Undefined where a person has to. */
function bring(
  { base, path, file }: { base: LockedFile; path: string; file: RenderedFile },
  { at, there }: { at: string; there: Outcome | undefined },
  { renames, yours }: Traced,
): Outcome | undefined {
  const before = yours(at) ?? "";
  if (isLeft(there)) return undefined;
  if (hasMarkers(before)) return refuse(at, UNRESOLVED);
  const isWritten = there !== undefined && "text" in there;
  const merged = mergeComponent({
    path: at,
    base: renames.apply(base.text() ?? "", path, file.path),
    yours: isWritten ? there.text : renames.apply(before, at),
    next: file.text,
  });
  if (merged === null) return undefined;
  const { text, conflicts } = merged;
  const contractChanged = file.contract !== base.contract;
  const made = { path: at, before, contractChanged, text, of: path };
  const moved = there?.kind === "moved" ? { path: there.path, from: at } : {};
  if (conflicts.length > 0)
    return { kind: "conflict", ...made, ...moved, conflicts };
  return there?.kind === "moved"
    ? { ...there, text, edited: true }
    : { kind: "merged", ...made };
}
