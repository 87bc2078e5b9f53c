import type { Lock, RenderedFile } from "../output/outcome.js";

export interface MergeInput {
  /** Null: nothing was generated here before. */
  readonly last: Lock | null;
  /** Text of a file on disk; undefined where there is none. */
  readonly yours: (path: string) => string | undefined;
  /** Paths of all TypeScript below src/, to find what was moved by hand. */
  readonly sources?: (() => readonly string[]) | undefined;
  readonly next: readonly RenderedFile[];
}
