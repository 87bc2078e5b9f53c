import { resolve } from "node:path";
import { settle, type Config } from "./config.js";
import { ToolwrightError } from "./errors.js";
import { adopt, nextLock, readLock } from "./lock.js";
import { merge } from "./merge/merge.js";
import type { Outcome } from "./outcome.js";
import {
  outline,
  renderProject,
  type Outline,
  type RunOptions,
} from "./project.js";
import { reader } from "./read.js";
import { VERSION } from "./version.js";
import { recover, write } from "./write/write.js";

export interface GenerateOptions extends RunOptions {
  /** Decide everything, write nothing. */
  readonly dryRun?: boolean;
  /** Take the present files as the base where the lock is lost: nothing is overwritten. */
  readonly adopt?: boolean;
}

/** What a run did, or with `dryRun` would do. */
export interface Result extends Outline {
  /** Absolute path of the output folder. */
  readonly out: string;
  /** What became of every file, sorted by path. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Generates a server: load → normalise → model → plan → render → format → merge → write.
 * Throws a ToolwrightError, with nothing written, where the document or the output can't be used.
 */
export async function generate(
  config: Config,
  options: GenerateOptions = {},
): Promise<Result> {
  const settings = settle(config);
  const out = outFolder(config, options);
  await recover(out);
  const yours = reader(out);
  const locked = options.adopt === true ? null : readLock(out);
  const planned = await outline(config, settings, { ...options, lock: locked });
  const next = await renderProject(planned, settings, options);
  const last = options.adopt === true ? adopt(out, next) : locked;
  options.onProgress?.("Merging");
  const outcomes = merge({ last, yours, next });
  refuse(outcomes);
  if (options.dryRun !== true) {
    options.onProgress?.("Writing");
    const lock = nextLock({ generator: VERSION, last, next, outcomes });
    await write(out, outcomes, lock);
  }
  return { ...planned, out, outcomes };
}

function outFolder(
  config: Config,
  { cwd = process.cwd() }: RunOptions,
): string {
  if (config.out !== undefined) return resolve(cwd, config.out);
  throw new ToolwrightError({
    code: "no-output",
    message: "No output folder is named.",
    hint: "Name it with --out my-api-mcp, or as `out` in the config.",
  });
}

function refuse(outcomes: readonly Outcome[]): void {
  const problems = outcomes.flatMap((outcome) =>
    outcome.kind === "refused" ? [outcome.problem] : [],
  );
  if (problems.length > 0) throw new ToolwrightError(problems);
}
