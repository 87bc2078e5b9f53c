/**
 * What passes between render, lock, merge and write, and what a run tells of it in the end.
 */
import type { differenceOf, Memory } from "../config/saved-options.js";
import type { Finding, Problem } from "../errors.js";
import type { Costs } from "../listing/costs.js";
import type { ComponentKind } from "../plan/classify.js";

/** A file as it is generated now. */
export interface RenderedFile {
  /** Below the output folder, with `/`: `src/tools/create-pet.ts`. */
  readonly path: string;
  /** LF line ends, no byte order mark. */
  readonly text: string;
  /** What of the text counts as generated, where a list names modules that were moved by hand. */
  readonly made?: string;
  /** Takes out of a text what this one is without, where it stands there as it was generated last. */
  readonly cut?: (text: string, last: string) => string;
  /** False: written for the machine, and never merged. */
  readonly editable: boolean;
  /** What the file is about, wherever it lies: `tool POST /pets`. A file with the same key elsewhere has moved. */
  readonly key?: string;
  /** Digest of all that a hand edit relies on, such as the arguments that reach a handler, shared schemas included. */
  readonly contract?: string;
}

/** A file as it was generated last. */
export interface LockedFile {
  readonly digest: string;
  readonly editable: boolean;
  /** No longer generated, but edited by hand and therefore kept. */
  readonly orphan: boolean;
  readonly key?: string;
  readonly contract?: string;
  /** What stands in the lock: the compressed text, or of a file that is not editable a digest of what it says, whatever its layout. */
  readonly packed?: string;
  /** What the other side of a merge of git has generated here. */
  readonly other?: LockedFile;
  /** Text as it was generated; undefined where the file is not editable. */
  text(): string | undefined;
}

/** What was generated last. */
export interface Lock {
  /** Version of the generator. */
  readonly generator: string;
  /** How it was asked for. */
  readonly memory: Memory;
  /** Bytes of the arguments of one tool in the list; undefined: the usual ones. */
  readonly toolLimit?: number | undefined;
  /** By path. */
  readonly files: ReadonlyMap<string, LockedFile>;
  /** The lock file as it was read; undefined where there is none. */
  readonly stored: string | undefined;
  /** The file that tells how it was asked for, as it was read. */
  readonly storedOptions?: string | undefined;
  /** Both sides of a merge of git stand in it, which could not bring them together. */
  readonly isMerged?: true;
}

/** What is merged: what was generated last, what is there, and what is generated now. */
export interface MergeInput {
  /** Null: nothing was generated here before. */
  readonly last: Lock | null;
  /** Text of a file on disk; undefined where there is none. */
  readonly yours: (path: string) => string | undefined;
  /** Paths of all TypeScript below src/, to find what was moved by hand. */
  readonly sources?: (() => readonly string[]) | undefined;
  readonly next: readonly RenderedFile[];
}

/** A place that both sides changed. */
export interface Conflict {
  /** `createPet.request.path`, `import "../api.js"`, or `README.md` lines: what the markers enclose. */
  readonly place: string;
  /** Where the markers begin in the merged text; first line is 1. */
  readonly line: number;
}

/** What becomes of one file. */
export type Outcome = { readonly path: string } & (
  | { readonly kind: "created"; readonly text: string }
  /** `resolved`: git's conflicts stood in it. */
  | ({ readonly kind: "updated"; readonly resolved?: true } & Rewritten)
  /** The last one: deleted by hand, and left so. */
  | { readonly kind: "unchanged" | "deleted" }
  /** No longer generated, but edited by hand, and left where it is; written only to keep it from failing the build. */
  | ({ readonly kind: "orphaned" } & (Rewritten | object))
  /** Edited by hand; nothing new was generated. */
  | { readonly kind: "kept"; readonly contractChanged: boolean }
  /** Edited by hand, and brought together with what is new. */
  | ({ readonly kind: "merged" } & Merged & Partial<Followed>)
  /** A file of yours in which components have other names now. */
  | ({ readonly kind: "renamed" } & Rewritten)
  /** Moved by hand to where this is, and not to be brought together with what is new there. */
  | ({ readonly kind: "apart" } & Followed)
  /** Brought together except for what stands between markers. */
  | ({
      readonly kind: "conflict";
      readonly conflicts: readonly Conflict[];
    } & Merged &
      Partial<Move & Followed>)
  /** The same component under another name. */
  | ({ readonly kind: "moved"; readonly edited: boolean } & Merged & Move)
  /** No longer generated. */
  | { readonly kind: "removed"; readonly before: string }
  /** Stops the run before anything is written. */
  | { readonly kind: "refused"; readonly problem: Problem }
);

interface Rewritten {
  /** As it was read. */
  readonly before: string;
  /** What is to be written. */
  readonly text: string;
}

interface Merged extends Rewritten {
  /** What the edit relies on is another. */
  readonly contractChanged: boolean;
}

interface Followed {
  /** Where the component is generated. */
  readonly of: string;
}

interface Move {
  /** Where the file was. */
  readonly from: string;
  /** What stood at its path, generated for a component that has gone. */
  readonly replaces?: string;
}

/** What a run did, or with `dryRun` would do. Plain data. */
export interface Result {
  /** Title of the API, or of all. */
  readonly title: string;
  /** Absolute path of the output folder. */
  readonly out: string;
  readonly components: readonly ComponentSummary[];
  /** What could be served, in the document's order: `GET /pets`, or `shop GET /pets` of one of several APIs. Route maps and overrides may exclude some. */
  readonly operations: readonly string[];
  /** What became of every file, sorted by path. */
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly Finding[];
  /** What a model is told of the server. */
  readonly costs: Costs;
  /** What does not hold together with edits by hand. */
  readonly flaws: readonly Problem[];
  /** Where the last generation was known from: the lock, both sides of git's conflicts in it, or the present files instead. */
  readonly lock: "kept" | "merged" | "adopted";
  /** Where other options were told than last time: what was told then, and now. */
  readonly told: ReturnType<typeof differenceOf>;
}

/** What a person has to finish. */
export function isOpen(result: Pick<Result, "flaws" | "outcomes">): boolean {
  const open = result.outcomes.some(({ kind }) =>
    ["apart", "conflict"].includes(kind),
  );
  return open || result.flaws.length > 0;
}

/** One component that a run has made. */
export interface ComponentSummary {
  readonly kind: ComponentKind | "workflow";
  readonly name: string;
  /** The API that it belongs to, of several. */
  readonly source?: string;
  /** `workflow` and its id, of a workflow. */
  readonly method: string;
  readonly path: string;
  /** Relative to the output folder. */
  readonly file: string;
}
