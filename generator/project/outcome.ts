/** Types that pass between render, lock, merge and write, and the result of a run. */
import type { compareOptions, SavedOptions } from "../config/saved-options.js";
import type { Finding, Problem } from "../errors.js";
import type { Costs } from "../listing/costs.js";
import type { ConfigMark } from "./config-marks.js";
import type { ComponentKind } from "../plan/classify.js";

/** File that this run generates. */
export interface RenderedFile {
  /** Path below the output folder, with `/`: `src/tools/create-pet.ts`. */
  readonly path: string;
  /** Text with LF line ends and without a byte order mark. */
  readonly text: string;
  /**
   * Part of the text that counts as generated; differs from `text` only in a list that names modules that the user has
   * moved.
   */
  readonly generatedText?: string;
  /** Names of components that a person has deleted: their rows are removed from every version of this README. */
  readonly deletedNames?: ReadonlySet<string>;
  /** True if a person may edit the file, so that it is merged; false if it is written for the machine. */
  readonly editable: boolean;
  /** Subject of the file, independent of its path: `tool POST /pets`. A file with the same key elsewhere has moved. */
  readonly key?: string;
  /**
   * Digest of everything that a hand edit relies on, such as the arguments that reach a handler, shared
   * schemas included.
   */
  readonly contract?: string;
  /** Digest of what title and description of a component are made of: while it stays, so do they. */
  readonly words?: string;
}

/** File as the last run generated it. */
export interface LockedFile {
  readonly digest: string;
  readonly editable: boolean;
  /** True if the file is no longer generated, but was edited by hand and is therefore kept. */
  readonly orphan: boolean;
  readonly key?: string;
  readonly contract?: string;
  readonly words?: string;
  /**
   * Word of the lock: the compressed text; of a file that is not editable, a digest of its significant
   * tokens, independent of its layout.
   */
  readonly packed?: string;
  /** File that the other side of a git merge has generated at this path. */
  readonly otherSide?: LockedFile;
  /** Returns the text as it was generated; undefined if the file is not editable. */
  text(): string | undefined;
}

/** Lock of a project: the files of its last generation. */
export interface Lock {
  /** Version of the generator. */
  readonly generator: string;
  /** Options of the command that generated the project. */
  readonly savedOptions: SavedOptions;
  /** Bytes of one tool's arguments in the list; undefined for the default. */
  readonly toolLimit?: number | undefined;
  /** Files by path. */
  readonly files: ReadonlyMap<string, LockedFile>;
  /** Components that the config names, each name once. */
  readonly marks: readonly ConfigMark[];
  /** Text of the lock file as it was read; undefined if there is none. */
  readonly storedText: string | undefined;
  /** Text of the config in the output folder as it was read. */
  readonly storedOptionsText?: string | undefined;
  /** True if the lock holds conflict markers of git, so that both sides were read. */
  readonly isMerged?: true;
  /** True if a newer generator wrote it and its user continues with this one: its texts can't be judged. */
  readonly isUnchecked?: true;
}

/** Input of the merge: base (generated last), current (on disk) and incoming (generated now). */
export interface MergeInput {
  /** Lock of the last generation; null if nothing was generated here before. */
  readonly baseLock: Lock | null;
  /** Reads the text of a file on disk; undefined if there is none. */
  readonly readCurrent: (path: string) => string | undefined;
  /** Lists the paths of all TypeScript below src/, to find modules that were moved by hand. */
  readonly listSources?: (() => readonly string[]) | undefined;
  /** Lists the paths of all TypeScript below test/, to write new names into tests of the user. */
  readonly listTests?: (() => readonly string[]) | undefined;
  readonly incoming: readonly RenderedFile[];
}

/** Place in a file that both sides changed. */
export interface Conflict {
  /** Label of what the markers enclose: `createPet.request.path`, `import "../api.js"`, or `README.md` lines. */
  readonly place: string;
  /** Line in the merged text at which the markers begin; the first line is 1. */
  readonly line: number;
}

/** Outcome of one file. */
export type Outcome = { readonly path: string } & (
  | { readonly kind: "created"; readonly text: string }
  /** Generated again; `resolved` if git's conflict markers were in it. */
  | ({ readonly kind: "updated"; readonly resolved?: true } & TextChange)
  /** Files that are left as they are: `unchanged`, or `deleted` by hand and not written again. */
  | { readonly kind: "unchanged" | "deleted" }
  /**
   * Orphan: no longer generated, but edited by hand and left at its path; written only to keep it from
   * failing the build.
   */
  | ({ readonly kind: "orphaned" } & (TextChange | object))
  /** File that was edited by hand, and for which nothing new was generated. */
  | { readonly kind: "kept"; readonly contractChanged: boolean }
  /** File that was edited by hand and merged with the incoming text. */
  | ({ readonly kind: "merged" } & MergedChange & Partial<ComponentOrigin>)
  /** File of the user in which components have other names now. */
  | ({ readonly kind: "renamed" } & TextChange)
  /** File that the user moved to this path and that can't be merged with the incoming text. */
  | ({ readonly kind: "apart" } & ComponentOrigin)
  /** File that was merged except for the conflicts between its markers. */
  | ({
      readonly kind: "conflict";
      readonly conflicts: readonly Conflict[];
    } & MergedChange &
      Partial<Move & ComponentOrigin>)
  /** Module of the same component under another name. */
  | ({ readonly kind: "moved"; readonly edited: boolean } & MergedChange & Move)
  /** File that is no longer generated and is removed. */
  | { readonly kind: "removed"; readonly before: string }
  /** Problem that stops the run before anything is written. */
  | { readonly kind: "refused"; readonly problem: Problem }
);

interface TextChange {
  /** Text as it was read. */
  readonly before: string;
  /** Text to write. */
  readonly text: string;
}

interface MergedChange extends TextChange {
  /** True if the contract that the edit relies on has changed. */
  readonly contractChanged: boolean;
}

interface ComponentOrigin {
  /** Path at which the component is generated. */
  readonly of: string;
}

interface Move {
  /** Path at which the file was. */
  readonly from: string;
  /** Text at the new path, which was generated for a component that has gone. */
  readonly replaces?: string;
}

/** Result of a run, or of a dry run. Plain data. */
export interface Result {
  /** Title of the API, or of all APIs. */
  readonly title: string;
  /** Absolute path of the output folder. */
  readonly out: string;
  readonly components: readonly ComponentSummary[];
  /**
   * Operations that could be served, in the document's order: `GET /pets`, or `shop GET /pets` of one of
   * several APIs. Route maps and overrides may exclude some.
   */
  readonly operations: readonly string[];
  /** Outcome of every file, sorted by path. */
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly Finding[];
  /** Tokens that the server's tools cost a model. */
  readonly costs: Costs;
  /** Problems of files that do not hold together with edits by hand. */
  readonly flaws: readonly Problem[];
  /**
   * Source of the base: `kept` is the lock, `merged` both sides of git's conflicts in it, `adopted` the
   * present files.
   */
  readonly lock: "kept" | "merged" | "adopted";
  /** Version of the generator that wrote the project, if it is not this one's; otherwise null. */
  readonly generator: string | null;
  /** Options that differ from those of the last run, then and now; null if none do. */
  readonly optionChanges: ReturnType<typeof compareOptions>;
}

/** True if the user has to finish something: conflicts, detached files or flaws. */
export function isUnfinished(
  result: Pick<Result, "flaws" | "outcomes">,
): boolean {
  const hasConflict = result.outcomes.some(({ kind }) =>
    ["apart", "conflict"].includes(kind),
  );
  return hasConflict || result.flaws.length > 0;
}

/** Component that a run has generated. */
export interface ComponentSummary {
  readonly kind: ComponentKind | "workflow";
  readonly name: string;
  /** Name of the component's API, if there are several. */
  readonly source?: string;
  /** HTTP method; of a workflow `workflow`, with its id as the path. */
  readonly method: string;
  readonly path: string;
  /** Path relative to the output folder. */
  readonly file: string;
}
