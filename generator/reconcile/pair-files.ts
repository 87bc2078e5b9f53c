import type {
  Lock,
  LockedFile,
  MergeInput,
  RenderedFile,
} from "../project/outcome.js";
import { groupBy } from "../shared/group-by.js";
import { createMoveFinder, type MoveFinder } from "./find-moved.js";
import { matchFiles } from "./match-files.js";
import { findRenamedSources, type RenamedSources } from "./renamed-sources.js";

/** Input of the merge, with each file that is generated now paired with the one that it was. */
export interface PairedInput extends MergeInput {
  /**
   * Files of the lock by path. If two branches renamed one component, its file has two paths there, and each is the
   * other side of the other one, as of a file that both generated at one path.
   */
  readonly files: Lock["files"];
  /** Path that each file had at the last generation. Files that were not generated then are missing. */
  readonly origins: ReadonlyMap<string, string>;
  readonly renamedSources: RenamedSources;
  readonly findMoved: MoveFinder;
}

/** Pairs the files of a generation with those of the last one: once for all that compare or merge them. */
export function pairFiles(input: MergeInput): PairedInput {
  const { baseLock, incoming, listSources, readCurrent } = input;
  const files = pairRenamedSides(baseLock);
  const renamedSources = findRenamedSources(files.values(), incoming);
  return {
    ...input,
    files,
    origins: matchFiles(files, incoming, renamedSources),
    renamedSources,
    findMoved: createMoveFinder({ files, listSources, readCurrent }),
  };
}

/** File of the last generation that a file was; undefined if it was none. */
export function originOf(
  { path }: Pick<RenderedFile, "path">,
  { files, origins }: Pick<PairedInput, "files" | "origins">,
): { readonly from: string; readonly base: LockedFile } | undefined {
  const from = origins.get(path);
  const base = from === undefined ? undefined : files.get(from);
  return from === undefined || base === undefined ? undefined : { from, base };
}

/** Files of a lock, each with its other side. */
function pairRenamedSides(baseLock: Lock | null): Lock["files"] {
  const files: Lock["files"] = baseLock?.files ?? new Map();
  if (baseLock?.isMerged !== true) return files;
  const pathsByKey = groupBy(
    [...files].flatMap(([path, { editable, key, orphan }]) =>
      key === undefined || orphan || !editable ? [] : [[key, path] as const],
    ),
  );
  const pairedFiles = new Map(files);
  for (const [firstPath = "", secondPath = ""] of pathsByKey.values())
    for (const [path, otherPath] of [
      [firstPath, secondPath],
      [secondPath, firstPath],
    ] as const) {
      const [file, otherSide] = [files.get(path), files.get(otherPath)];
      if (file !== undefined && otherSide !== undefined)
        pairedFiles.set(path, { otherSide, ...file });
    }
  return pairedFiles;
}
