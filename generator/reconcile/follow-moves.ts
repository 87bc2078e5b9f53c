import { posix } from "node:path";
import type { LockedFile, Outcome, RenderedFile } from "../project/outcome.js";
import { digest } from "../shared/hash.js";
import { normalizeLineEndings } from "../shared/line-endings.js";
import { mergeComponent } from "../merge/merge-text.js";
import { findDefinitions } from "../merge/definitions.js";
import { hasConflictMarkers } from "../merge/conflict-markers.js";
import { dropExportLine } from "./list-files.js";
import { isSameKind } from "./match-files.js";
import type { PairedInput } from "./pair-files.js";
import type { Renames } from "./rename-references.js";
import { parserOf } from "../merge/parse-typescript.js";
import { orphanFile } from "./retire-file.js";
import { refuseFile, UNRESOLVED } from "./refuse-file.js";

/** Paired input of the merge, with the new names of components. */
export interface RenamedInput extends PairedInput {
  readonly renames: Renames;
}

/**
 * Follows components to files that the user has moved them to, and merges them there; then writes the new names of
 * components into hand-written files.
 */
export function followMoves(
  outcomes: readonly Outcome[],
  input: RenamedInput,
): Outcome[] {
  const {
    files,
    incoming,
    origins,
    renames,
    findMoved,
    listSources,
    listTests,
    readCurrent,
  } = input;
  const followedOutcomes = new Set(outcomes);
  const outcomeOf = (path: string) =>
    [...followedOutcomes].find(
      (outcome) =>
        outcome.kind !== "created" &&
        (("from" in outcome && outcome.from) || outcome.path) === path,
    );
  const replaceOutcome = (
    outcome: Outcome,
    formerOutcome = outcomeOf(outcome.path),
  ) => {
    if (formerOutcome) followedOutcomes.delete(formerOutcome);
    followedOutcomes.add(outcome);
  };
  /** Takes a component that has gone off the list in the folder of its module. */
  const dropFromIndex = (modulePath: string, formerPath: string) => {
    const folder = posix.dirname(formerPath);
    const path = `${folder}/index.ts`;
    const indexOutcome = outcomeOf(path);
    const currentText = readCurrent(path);
    const isGone = /^(?:orphaned|removed)$/.test(indexOutcome?.kind ?? "");
    if (currentText === undefined || isGone || isUnresolved(indexOutcome))
      return;
    const indexText =
      indexOutcome && "text" in indexOutcome ? indexOutcome.text : currentText;
    const text = dropExportLine(indexText, folder, modulePath);
    if (text !== indexText)
      replaceOutcome(
        {
          kind: "merged",
          path,
          before: currentText,
          text,
          contractChanged: false,
        },
        indexOutcome,
      );
  };
  const filesByOrigin = new Map(
    incoming.map((file) => [origins.get(file.path), file]),
  );
  const generatedKeys = new Set(
    [...filesByOrigin.keys()].map((origin = "") => files.get(origin)?.key),
  );
  const hasOwnSources =
    listSources?.().some((path) => !files.has(path)) === true;
  for (const [path, base] of files) {
    if (!isComponent(base)) continue;
    const file = filesByOrigin.get(path);
    // The other side of a merge of git has given it another name.
    if (file === undefined && generatedKeys.has(base.key)) continue;
    const isLost = !/\bdefine(?:Tool|Resource|Template)\b/.test(
      readCurrent(path) ?? "",
    );
    const isSame = file !== undefined && digest(file.text) === base.digest;
    // The component may have been copied, not moved.
    if (!isLost && (isSame || !hasOwnSources)) continue;
    const baseText = base.text();
    const foundPaths = findMoved(baseText, path);
    if (baseText === undefined || foundPaths.length === 0) continue;
    if (isLost) {
      const ownOutcome = outcomeOf(path);
      if (ownOutcome?.kind === "deleted") followedOutcomes.delete(ownOutcome);
      else if (ownOutcome)
        replaceOutcome(
          { kind: "kept", path, contractChanged: false },
          ownOutcome,
        );
      if (isSame) continue;
    }
    const hasOtherKind =
      isLost && file !== undefined && !isSameKind(file, base);
    if (hasOtherKind)
      followedOutcomes.add({
        kind: "created",
        path: file.path,
        text: file.text,
      });
    for (const foundPath of isLost ? foundPaths.slice(0, 1) : foundPaths) {
      const formerOutcome = outcomeOf(foundPath);
      const isUnambiguous = !isLost || foundPaths.length === 1;
      const outcome =
        file === undefined || hasOtherKind
          ? orphanMoved(foundPath, readCurrent(foundPath) ?? "")
          : isUnambiguous &&
            mergeInto(
              { base, path, file },
              { foundPath, formerOutcome },
              input,
            );
      if (outcome) replaceOutcome(outcome, formerOutcome);
      else followedOutcomes.add({ kind: "apart", path: foundPath, of: path });
      if (outcome && outcome.kind === "orphaned")
        dropFromIndex(foundPath, path);
    }
  }
  // A line of a list that was written again, such as without `.js`, is no longer that of the merge.
  for (const { kind, path } of outcomes) {
    const base = files.get(path);
    const isGone = kind === "orphaned" || kind === "removed";
    if (isGone && base && isComponent(base)) dropFromIndex(path, path);
  }
  const knownPaths = new Set([...followedOutcomes].map(({ path }) => path));
  const ownPaths = renames.hasRenames
    ? [...(listSources?.() ?? []), ...(listTests?.() ?? [])]
    : [];
  for (const path of ownPaths) {
    if (knownPaths.has(path) || files.has(path)) continue;
    const currentText = readCurrent(path) ?? "";
    const text = renames.apply(currentText, path);
    if (text !== currentText)
      replaceOutcome({ kind: "renamed", path, before: currentText, text });
  }
  return [...followedOutcomes];
}

/** True if the user has to resolve a file first. */
function isUnresolved(outcome: Outcome | undefined): boolean {
  return outcome?.kind === "conflict" || outcome?.kind === "refused";
}

function isComponent({ key, orphan: isOrphan }: LockedFile): boolean {
  return key !== undefined && !key.startsWith("feature ") && !isOrphan;
}

/** Orphans a hand-written file that holds a component which has gone, and no other. */
function orphanMoved(path: string, text: string): Outcome | undefined {
  const tree = parserOf(path)?.parse(normalizeLineEndings(text));
  const isOnlyDefinition =
    tree !== undefined && findDefinitions(tree).length === 1;
  return isOnlyDefinition ? orphanFile(path, text) : undefined;
}

/**
 * Merges a component into the file that holds it now, on top of that file's own outcome. Undefined if the user has to.
 */
function mergeInto(
  { base, path, file }: { base: LockedFile; path: string; file: RenderedFile },
  {
    foundPath,
    formerOutcome,
  }: { foundPath: string; formerOutcome: Outcome | undefined },
  { renames, readCurrent }: RenamedInput,
): Outcome | undefined {
  const currentText = readCurrent(foundPath) ?? "";
  if (isUnresolved(formerOutcome)) return undefined;
  if (hasConflictMarkers(currentText)) return refuseFile(foundPath, UNRESOLVED);
  const isWritten = formerOutcome !== undefined && "text" in formerOutcome;
  const mergedComponent = mergeComponent({
    path: foundPath,
    base: renames.apply(base.text() ?? "", path, file.path),
    current: isWritten
      ? formerOutcome.text
      : renames.apply(currentText, foundPath),
    incoming: file.text,
  });
  if (mergedComponent === null) return undefined;
  const { text, conflicts } = mergedComponent;
  const contractChanged = file.contract !== base.contract;
  const rewritten = {
    path: foundPath,
    before: currentText,
    contractChanged,
    text,
    of: path,
  };
  const moveFields =
    formerOutcome?.kind === "moved"
      ? { path: formerOutcome.path, from: foundPath }
      : {};
  if (conflicts.length > 0)
    return { kind: "conflict", ...rewritten, ...moveFields, conflicts };
  return formerOutcome?.kind === "moved"
    ? { ...formerOutcome, text, edited: true }
    : { kind: "merged", ...rewritten };
}
