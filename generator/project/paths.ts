import { ADDED_KEY } from "../features/features.js";
import { routePrefixOf } from "../config/source-name.js";
import { ToolwrightError } from "../errors.js";
import {
  EMITTED_FILES,
  type EmittedFileRow,
  type FileKind,
} from "./emitted-files.js";

/** Name of the lock in the output folder. */
export const lockPath = "toolwright.lock";

/** Name of the config in the output folder, which holds the options of the project, one a line, for reviewers to read. */
export const optionsPath = "toolwright.config.json";

/** True for the lock and the config of a project, in which toolwright keeps its own records. */
export function isLockOrOptions(path: string): boolean {
  return path === lockPath || path === optionsPath;
}

/** Path of the workflow of `--emit ci`, in a project that is the root of its repository. */
export const workflowPath = ".github/workflows/mcp.yml";

/** Name of a file in the output folder until it is whole and takes its own name. */
export const draftPath = ".toolwright";

/** Names that Windows keeps for itself, whatever follows the first dot. */
const RESERVED = /(?:^|\/)(?:aux|con|nul|prn|(?:com|lpt)\d)(?=[./]|$)/;

/** Longest path, in characters: some file systems take names of 255 bytes, and generated names are far shorter. */
const MAX_LENGTH = 250;

/** Path that the generator can write. */
export interface ProjectPath {
  readonly kind: FileKind;
  /**
   * Prefix of keys: `tool `, or `shop tool ` of one of several APIs; `feature ` of a feature added by hand.
   * Null if files of this kind have no key.
   */
  readonly keyPrefix: string | null;
  /** Marks that every text has that was ever generated at the path. */
  readonly marks: EmittedFileRow["marks"];
}

/**
 * Classifies a path by what the generator writes there; undefined if it never writes it. The list is closed:
 * a lock comes from a repository, and a path in it is only touched if we could have made it.
 */
export function classifyPath(path: string): ProjectPath | undefined {
  if (path.length > MAX_LENGTH || RESERVED.test(path)) return undefined;
  for (const { kind, marks, path: pattern } of EMITTED_FILES) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const [, sourceName = "", componentKind] = match;
    const addedPrefix = kind === "runtime" ? ADDED_KEY : null;
    return {
      kind,
      keyPrefix:
        componentKind === undefined
          ? addedPrefix
          : `${routePrefixOf(sourceName || null)}${componentKind.replace("resource-", "")} `,
      marks,
    };
  }
  return undefined;
}

/** Path of source that the user may have put anywhere below src/ or test/. */
const OWN_SOURCE = /^(?:src|test)\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.ts$/;

/** True if the user may have written a module at this path, or moved a component to it. */
export function isOwnSource(path: string): boolean {
  return (
    OWN_SOURCE.test(path) &&
    path.length <= MAX_LENGTH &&
    !/\.d\.ts$|\/(?:node_modules|runtime)\//.test(path)
  );
}

/** Throws a ToolwrightError for a path that the generator never writes. */
export function assertGeneratedPath(path: string): void {
  if (classifyPath(path) !== undefined) return;
  throw new ToolwrightError({
    code: "path-not-allowed",
    file: path,
    message: "toolwright never writes this path.",
  });
}
