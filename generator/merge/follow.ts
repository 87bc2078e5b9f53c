import type { LockedFile, Outcome, RenderedFile } from "../output/outcome.js";
import { digest } from "../text.js";
import { mergeComponent } from "./content.js";
import { hasMarkers } from "./markers.js";
import type { MergeInput } from "./input.js";
import type { Renames } from "./renames.js";
import { refuse, UNRESOLVED } from "./update.js";
import { finder } from "./whereabouts.js";

interface FollowInput extends Omit<MergeInput, "last"> {
  readonly files: ReadonlyMap<string, LockedFile>;
  readonly origins: ReadonlyMap<string, string>;
  readonly renames: Renames;
}

/**
 * Follows components to where a person has moved them, and brings in there what is new of them; then
 * what has another name now, in files of the person's own.
 */
export function follow(
  outcomes: readonly Outcome[],
  input: FollowInput,
): Outcome[] {
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
  const find = finder(input);
  const generated = new Map(next.map((file) => [origins.get(file.path), file]));
  for (const [path, base] of files) {
    if (!isLost(base, yours(path))) continue;
    const last = base.text();
    const [at, ...others] = find(last, path);
    if (last === undefined || at === undefined) continue;
    const own = outcomeOf(path);
    if (own?.kind === "deleted") result.delete(own);
    else put({ kind: "kept", path, contractChanged: false }, own);
    const file = generated.get(path);
    if (file !== undefined && digest(file.text) === base.digest) continue;
    const there = outcomeOf(at);
    const outcome =
      file === undefined || others.length > 0
        ? undefined
        : bring({ last, path, file }, { at, there }, input);
    if (outcome !== undefined) put(outcome, there);
    else result.add({ kind: "apart", path: at, of: path });
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

/** Whether a component's module no longer holds it. */
function isLost({ key, orphan }: LockedFile, text = ""): boolean {
  return (
    key !== undefined &&
    !key.startsWith("feature ") &&
    !orphan &&
    !/\bdefine(?:Tool|Resource|Template)\b/.test(text)
  );
}

/** Brings what is new of a component into the file that holds it now, behind what else became of that file. Undefined where a person has to. */
function bring(
  { last, path, file }: { last: string; path: string; file: RenderedFile },
  { at, there }: { at: string; there: Outcome | undefined },
  { renames, yours }: FollowInput,
): Outcome | undefined {
  const before = yours(at) ?? "";
  if (there?.kind === "conflict" || there?.kind === "refused") return undefined;
  if (hasMarkers(before)) return refuse(at, UNRESOLVED);
  const isWritten = there !== undefined && "text" in there;
  const merged = mergeComponent({
    path: at,
    base: renames.apply(last, path, file.path),
    yours: isWritten ? there.text : renames.apply(before, at),
    next: file.text,
  });
  if (merged === null) return undefined;
  const { text, conflicts } = merged;
  const made = { path: at, before, contractChanged: true, text, of: path };
  const moved = there?.kind === "moved" ? { path: there.path, from: at } : {};
  if (conflicts.length > 0)
    return { kind: "conflict", ...made, ...moved, conflicts };
  return there?.kind === "moved"
    ? { ...there, text, edited: true }
    : { kind: "merged", ...made };
}
