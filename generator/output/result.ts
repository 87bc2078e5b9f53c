import type { differenceOf } from "../config/memory.js";
import type { Costs } from "../list/costs.js";
import type { Finding, Problem } from "../errors.js";
import type { ComponentKind } from "../plan/classify.js";
import type { Outcome } from "./outcome.js";

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
export function isOpen({ flaws, outcomes }: Omit<Result, "lock">): boolean {
  const open = outcomes.some(({ kind }) =>
    ["apart", "conflict"].includes(kind),
  );
  return open || flaws.length > 0;
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
