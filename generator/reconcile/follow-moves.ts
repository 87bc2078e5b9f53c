import { posix } from "node:path";
import { findDefinitions } from "../merge/definitions.js";
import { hasConflictMarkers } from "../merge/conflict-markers.js";
import { mergeComponent } from "../merge/merge-text.js";
import { parserOf } from "../merge/parse-typescript.js";
import type { Outcome, RenderedFile } from "../project/outcome.js";
import { normalizeLineEndings } from "../shared/line-endings.js";
import {
  findMovedComponents,
  isComponent,
  type MovedComponent,
} from "./find-moved-components.js";
import { dropExportLine } from "./list-files.js";
import { isSameKind } from "./match-files.js";
import type { PairedInput } from "./pair-files.js";
import { refuseFile, UNRESOLVED } from "./refuse-file.js";
import type { Renames } from "./rename-references.js";
import { orphanFile } from "./retire-file.js";

/** Paired input of the merge, with the new names of components. */
export interface RenamedInput extends PairedInput {
  readonly renames: Renames;
}

/**
 * Follows components to files that the user has moved them to, and merges them there; then writes the new names of
 * components into hand-written files.
 *
 * | component | generated now    | in the file that holds it                       |
 * | --------- | ---------------- | ----------------------------------------------- |
 * | moved     | as it was        | nothing                                         |
 * | moved     | otherwise        | merged; `apart` if several files hold it        |
 * | copied    | otherwise        | merged, in each of them                         |
 * | either    | not, or another  | `orphaned` if the file holds nothing else, and  |
 * |           | kind of it       | off the list; otherwise `apart`                 |
 */
export function followMoves(
  outcomes: readonly Outcome[],
  input: RenamedInput,
): Outcome[] {
  const movedOutcomes = findMovedComponents(input).reduce(
    (currentOutcomes, component) =>
      followComponent(currentOutcomes, component, input),
    outcomes,
  );
  // A line of a list that was written again, such as without `.js`, is no longer that of the merge.
  const listedOutcomes = gonePathsOf(outcomes, input).reduce(
    (currentOutcomes, path) =>
      dropFromIndex(currentOutcomes, path, path, input),
    movedOutcomes,
  );
  return [...listedOutcomes, ...renameInOwnFiles(listedOutcomes, input)];
}

/** Outcomes after one component was followed. */
function followComponent(
  outcomes: readonly Outcome[],
  component: MovedComponent,
  input: RenamedInput,
): readonly Outcome[] {
  const { base, file, foundPaths, isUnchanged, kind, path } = component;
  if (kind === "copied")
    return foundPaths.reduce(
      (currentOutcomes, foundPath) =>
        followTo(foundPath, currentOutcomes, component, input),
      outcomes,
    );
  const leftOutcomes = leaveModule(outcomes, path);
  if (isUnchanged) return leftOutcomes;
  const [foundPath = ""] = foundPaths;
  if (file === undefined || isSameKind(file, base))
    return followTo(foundPath, leftOutcomes, component, input);
  // What the user moved was another kind of component, so the new one begins without it.
  const { path: createdPath, text } = file;
  return followTo(
    foundPath,
    [...leftOutcomes, { kind: "created", path: createdPath, text }],
    { ...component, file: undefined },
    input,
  );
}

/** Outcomes without the one of a module that a component was moved out of: it is neither deleted nor merged. */
function leaveModule(
  outcomes: readonly Outcome[],
  path: string,
): readonly Outcome[] {
  const outcome = findOutcome(outcomes, path);
  if (outcome === undefined) return outcomes;
  return outcome.kind === "deleted"
    ? outcomes.filter((candidate) => candidate !== outcome)
    : replaceOutcome(outcomes, outcome, {
        kind: "kept",
        path,
        contractChanged: false,
      });
}

/** Outcomes after a component was merged into a file that holds it, or the file was set apart from it. */
function followTo(
  foundPath: string,
  outcomes: readonly Outcome[],
  { kind, foundPaths, ...component }: MovedComponent,
  input: RenamedInput,
): readonly Outcome[] {
  const { path, file } = component;
  const formerOutcome = findOutcome(outcomes, foundPath);
  const isAmbiguous = kind === "moved" && foundPaths.length > 1;
  const mergedOutcome = () =>
    file === undefined
      ? orphanMoved(foundPath, input.readCurrent(foundPath) ?? "")
      : mergeInto({ ...component, file }, { foundPath, formerOutcome }, input);
  const outcome =
    isAmbiguous && file !== undefined ? undefined : mergedOutcome();
  if (outcome === undefined)
    return [...outcomes, { kind: "apart", path: foundPath, of: path }];
  const followedOutcomes = replaceOutcome(outcomes, formerOutcome, outcome);
  return outcome.kind === "orphaned"
    ? dropFromIndex(followedOutcomes, foundPath, path, input)
    : followedOutcomes;
}

/** Paths of the components that are no longer generated. */
function gonePathsOf(
  outcomes: readonly Outcome[],
  { files }: RenamedInput,
): string[] {
  return outcomes.flatMap(({ kind, path }) => {
    const base = files.get(path);
    const isGone = kind === "orphaned" || kind === "removed";
    return isGone && base && isComponent(base) ? [path] : [];
  });
}

/** Takes a component that has gone off the list in the folder of its module. */
function dropFromIndex(
  outcomes: readonly Outcome[],
  modulePath: string,
  formerPath: string,
  { readCurrent }: RenamedInput,
): readonly Outcome[] {
  const folder = posix.dirname(formerPath);
  const path = `${folder}/index.ts`;
  const indexOutcome = findOutcome(outcomes, path);
  const currentText = readCurrent(path);
  const isGone = /^(?:orphaned|removed)$/.test(indexOutcome?.kind ?? "");
  if (currentText === undefined || isGone || isUnresolved(indexOutcome))
    return outcomes;
  const indexText =
    indexOutcome && "text" in indexOutcome ? indexOutcome.text : currentText;
  const text = dropExportLine(indexText, folder, modulePath);
  return text === indexText
    ? outcomes
    : replaceOutcome(outcomes, indexOutcome, {
        kind: "merged",
        path,
        before: currentText,
        text,
        contractChanged: false,
      });
}

/** Outcomes of hand-written files in which components have other names now. */
function renameInOwnFiles(
  outcomes: readonly Outcome[],
  { files, listSources, listTests, readCurrent, renames }: RenamedInput,
): Outcome[] {
  if (!renames.hasRenames) return [];
  const outcomePaths = new Set(outcomes.map(({ path }) => path));
  const ownPaths = [...(listSources?.() ?? []), ...(listTests?.() ?? [])];
  return ownPaths.flatMap((path) => {
    if (outcomePaths.has(path) || files.has(path)) return [];
    const currentText = readCurrent(path) ?? "";
    const text = renames.apply(currentText, path);
    return text === currentText
      ? []
      : [{ kind: "renamed", path, before: currentText, text }];
  });
}

/** Outcome of the file that stands at a path now, whatever its path will be; undefined if it has none. */
function findOutcome(
  outcomes: readonly Outcome[],
  path: string,
): Outcome | undefined {
  return outcomes.find(
    (outcome) =>
      outcome.kind !== "created" &&
      (("from" in outcome && outcome.from) || outcome.path) === path,
  );
}

function replaceOutcome(
  outcomes: readonly Outcome[],
  formerOutcome: Outcome | undefined,
  outcome: Outcome,
): readonly Outcome[] {
  return [
    ...outcomes.filter((candidate) => candidate !== formerOutcome),
    outcome,
  ];
}

/** True if the user has to resolve a file first. */
function isUnresolved(outcome: Outcome | undefined): boolean {
  return outcome?.kind === "conflict" || outcome?.kind === "refused";
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
  {
    base,
    baseText,
    path,
    file,
  }: Pick<MovedComponent, "base" | "baseText" | "path"> & {
    readonly file: RenderedFile;
  },
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
    base: renames.apply(baseText, path, file.path),
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
