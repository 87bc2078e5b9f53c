import { resolve } from "node:path";
import type { Config } from "../config/config.js";
import { memoryOf } from "../config/memory.js";
import { settle } from "../config/settle.js";
import { componentPath } from "../emit/files.js";
import { titleOf } from "../emit/project-files.js";
import { ToolwrightError } from "../errors.js";
import { filled } from "../json.js";
import { flaws } from "../merge/flaws.js";
import { settleLists } from "../merge/lists.js";
import { merge } from "../merge/merge.js";
import { formatAs } from "../emit/format.js";
import { openCache } from "../output/cache.js";
import { outFolder, reader, sourcesIn } from "../output/folder.js";
import { adopt, assertNotLost, nextLock, readLock } from "../output/lock.js";
import { layoutOf } from "../output/layout.js";
import type { Outcome, RenderedFile } from "../output/outcome.js";
import type { ComponentSummary, Result } from "../output/result.js";
import { recall, remember } from "../output/unchanged.js";
import { recover, refuse, write } from "../output/write/write.js";
import { VERSION } from "../package.js";
import {
  outlineAll,
  renderProject,
  type Outlines,
  type RunOptions,
} from "../pipeline.js";
import type { PlannedComponent } from "../plan/component.js";
import { routesOf, turnoverOf } from "./turnover.js";

export interface GenerateOptions extends RunOptions {
  /** Decide everything, write nothing. */
  readonly dryRun?: boolean;
  /** Take the present files as the base where the lock is lost: nothing is overwritten. */
  readonly adopt?: boolean;
  /** Asked before options other than those of the last run turn components over. Default: they may. */
  readonly mayTurnOver?: (turnover: string) => Promise<boolean>;
}

/**
 * Generates a server: load → normalise → model → plan → render → format → merge → write.
 * Throws a ToolwrightError, with nothing written, where the document or the output can't be used.
 */
export async function generate(
  config: Config,
  options: GenerateOptions = {},
): Promise<Result> {
  const { adopt: adopts = false, dryRun = false } = options;
  const settings = settle(config);
  const out = outFolder(config, options);
  if (!dryRun) await recover(out);
  const cache = openCache(out);
  const memory = options.told ? memoryOf(options.told, out) : {};
  const document = documentFile(config, options);
  const request = { out, settings, memory, document };
  const isPlain = !adopts && !dryRun && options.onRead === undefined;
  const known = isPlain ? recall(cache, request) : null;
  if (known !== null) return known;
  const locked = adopts ? null : readLock(out);
  const yours = reader(out);
  const planned = await outlineAll(config, { ...options, lock: locked, yours });
  const turnover = turnoverOf(locked, planned, memory);
  if (turnover !== null && (await options.mayTurnOver?.(turnover)) === false)
    throw new ToolwrightError({
      code: "turns-over",
      message: turnover,
      hint: "Say the same options as before, or go on with --yes.",
    });
  const files = await renderProject(planned, settings, { ...options, cache });
  const last = adopts ? adopt(out, files) : locked;
  options.onProgress?.("Merging");
  assertNotLost(last, files, yours);
  const present = { last, yours, sources: sourcesIn(out) };
  const next = settleLists({ ...present, next: files });
  const outcomes = await inLayout(merge({ ...present, next }), next, out);
  refuse(outcomes, { out, last });
  const lock = nextLock({ generator: VERSION, memory, last, next, outcomes });
  const lockWas = last?.isMerged === true ? "merged" : "kept";
  const result: Result = {
    ...{ ...summary(planned), out, outcomes },
    flaws: flaws({ ...present, lock, outcomes }),
    lock: adopts ? "adopted" : lockWas,
  };
  if (dryRun) return result;
  options.onProgress?.("Writing");
  await write(out, outcomes, lock);
  const sources = planned.apis.flatMap((each) => each.sources);
  remember(cache, request, { sources, lock, result });
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

function summary({ apis, costs, findings }: Outlines) {
  return {
    title: titleOf(apis),
    components: apis.flatMap(({ plan }) => plan.components.map(summarise)),
    operations: routesOf(apis),
    findings,
    costs,
  };
}

function summarise(component: PlannedComponent): ComponentSummary {
  const { kind, name, operation, source } = component;
  return {
    ...{ kind, name },
    ...filled({ source }),
    method: operation.method,
    path: operation.path,
    file: componentPath(component),
  };
}

/** The document as an absolute path; null where it is none, or where an application or other sources were asked besides. */
function documentFile(
  { app, document }: Config,
  { cwd = process.cwd(), text }: RunOptions,
): string | null {
  const isFile =
    app === undefined &&
    typeof document === "string" &&
    text === undefined &&
    !/^https?:/i.test(document);
  return isFile ? resolve(cwd, document) : null;
}
