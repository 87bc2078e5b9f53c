import type { Config } from "../config/config.js";
import { differenceOf, tellForgotten } from "../config/saved-options.js";
import { ToolwrightError } from "../errors.js";
import { flaws, stateAfter } from "../reconcile/lint-project.js";
import { pastConfirmations } from "./skipped-confirmations.js";
import { settleLists } from "../reconcile/index-files.js";
import { mergeFiles } from "../reconcile/merge-files.js";
import { finder } from "../reconcile/find-moved.js";
import { formatAs } from "../emit/format.js";
import { openCache } from "../project/cache.js";
import { reader, skillsIn, sourcesIn } from "../project/folder.js";
import { adopt, assertNotLost, nextLock } from "../project/lock.js";
import { layoutOf } from "../project/format-settings.js";
import type { Outcome, RenderedFile, Result } from "../project/outcome.js";
import { remember, type Request } from "../project/run-cache.js";
import { refuse, settledLock, write } from "../project/write/write.js";
import { VERSION } from "../package.js";
import type { RunOptions } from "../pipeline.js";
import { make } from "./compile.js";
import { skillFlaws } from "./lint-skills.js";
import { turnoverOf } from "./option-changes.js";

export interface GenerateOptions extends RunOptions {
  /** Decide everything, write nothing. */
  readonly dryRun?: boolean;
  /** Take the present files as the base where the lock is lost: nothing is overwritten. */
  readonly adopt?: boolean;
  /** Asked before options other than those of the last run turn components over. Default: they may. */
  readonly mayTurnOver?: (turnover: string) => Promise<boolean>;
}

/**
 * Does it all: load → normalise → model → plan → render → format → merge → write, and remembers what
 * came of it. Throws a ToolwrightError, with nothing written, where the document or the output can't
 * be used.
 */
export async function regenerate(
  config: Config,
  { request, ...options }: GenerateOptions & { readonly request: Request },
): Promise<Result> {
  const { adopt: adopts = false, dryRun = false } = options;
  const { memory, out } = request;
  const locked = adopts ? null : await settledLock(out);
  const yours = reader(out);
  const cache = openCache(out);
  const context = { request, cache, lock: locked, yours };
  const made = await make(config, { ...options, ...context });
  const turnover = turnoverOf(locked, made, memory);
  if (turnover !== null && (await options.mayTurnOver?.(turnover)) === false)
    throw new ToolwrightError({
      code: "turns-over",
      message: turnover,
      hint: "Say the same options as before, or go on with --yes.",
    });
  const { components, costs, files, operations, title } = made;
  const findings = [...made.findings, ...tellForgotten(memory)];
  const sources = sourcesIn(out);
  const find = finder({ files: new Map(), sources, yours });
  const isElsewhere = ({ path, text }: RenderedFile) =>
    find(text, path).length > 0;
  const last = adopts ? adopt(out, files, isElsewhere) : locked;
  options.onProgress?.("Merging");
  assertNotLost(last, files, yours);
  const present = { last, yours, sources };
  const next = settleLists({ ...present, next: files });
  const outcomes = await inLayout(mergeFiles({ ...present, next }), next, out);
  await refuse(outcomes, { out, last });
  const lock = nextLock({
    generator: VERSION,
    last,
    next,
    outcomes,
    toolLimit: made.toolLimit,
    // A script that says nothing of it leaves what the command line has said.
    memory: options.told === undefined ? (last?.memory ?? {}) : memory,
  });
  const lockWas = last?.isMerged === true ? "merged" : "kept";
  const written = next.map((one) => one.path);
  const pages = written.filter((path) => path.startsWith("skills/"));
  const after = stateAfter(outcomes, yours);
  const result: Result = {
    title,
    components,
    operations,
    findings,
    costs,
    out,
    outcomes,
    flaws: [
      ...flaws({ ...present, lock, outcomes }),
      ...pastConfirmations([...present.sources(), ...written], after),
      ...skillFlaws(
        [...skillsIn(out), ...pages],
        () => [...present.sources(), ...written],
        after,
      ),
    ],
    lock: adopts ? "adopted" : lockWas,
    told:
      options.told === undefined ? null : differenceOf(last?.memory, memory),
  };
  if (dryRun) return result;
  options.onProgress?.("Writing");
  await write(out, outcomes, lock);
  remember(request, { lock, made, result });
  cache.save();
  return result;
}

/** Files that come anew, as the project lays out its own. */
async function inLayout(
  outcomes: readonly Outcome[],
  next: readonly RenderedFile[],
  out: string,
): Promise<Outcome[]> {
  const layout = layoutOf(out);
  if (layout === null) return [...outcomes];
  const editable = new Set(
    next.flatMap((file) => (file.editable ? [file.path] : [])),
  );
  return Promise.all(
    outcomes.map(async (outcome) => {
      const { kind, path } = outcome;
      if (kind !== "created" || !editable.has(path)) return outcome;
      return { kind, path, text: await formatAs(path, outcome.text, layout) };
    }),
  );
}
