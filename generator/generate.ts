import { resolve } from "node:path";
import { settle, type Config } from "./config.js";
import { openCache } from "./cache.js";
import { ToolwrightError, type Finding } from "./errors.js";
import { adopt, nextLock, readLock } from "./lock.js";
import { merge } from "./merge/merge.js";
import { outFolder } from "./out-folder.js";
import type { Lock, Outcome } from "./outcome.js";
import { lockPath } from "./path.js";
import type { ComponentKind } from "./plan/classify.js";
import type { PlannedComponent } from "./plan/component.js";
import { componentPath } from "./plan/files.js";
import { titleOf } from "./plan/project-files.js";
import { routePrefix } from "./plan/source.js";
import {
  outlineAll,
  renderProject,
  type Outlines,
  type RunOptions,
} from "./project.js";
import { reader } from "./read.js";
import { recall, remember } from "./unchanged.js";
import { VERSION } from "./version.js";
import { changedMeanwhile } from "./write/errors.js";
import { recover, write } from "./write/write.js";

export interface GenerateOptions extends RunOptions {
  /** Decide everything, write nothing. */
  readonly dryRun?: boolean;
  /** Take the present files as the base where the lock is lost: nothing is overwritten. */
  readonly adopt?: boolean;
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
}

/** One component that a run has made. */
export interface ComponentSummary {
  readonly kind: ComponentKind;
  readonly name: string;
  /** The API that it belongs to, of several. */
  readonly source?: string;
  readonly method: string;
  readonly path: string;
  /** Relative to the output folder. */
  readonly file: string;
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
  const cache = openCache(out);
  const request = { out, settings, document: documentFile(config, options) };
  const isPlain = options.adopt !== true && options.dryRun !== true;
  const known = isPlain ? recall(cache, request) : null;
  if (known !== null) return known;
  const locked = options.adopt === true ? null : readLock(out);
  const planned = await outlineAll(config, { ...options, lock: locked });
  const next = await renderProject(planned, settings, { ...options, cache });
  const last = options.adopt === true ? adopt(out, next) : locked;
  options.onProgress?.("Merging");
  const outcomes = merge({ last, yours: reader(out), next });
  refuse(outcomes, { out, last });
  const result = { ...summary(planned), out, outcomes };
  if (options.dryRun === true) return result;
  options.onProgress?.("Writing");
  const lock = nextLock({ generator: VERSION, last, next, outcomes });
  await write(out, outcomes, lock);
  const sources = planned.apis.flatMap((each) => each.sources);
  remember(cache, request, { sources, lock, result });
  cache.save();
  return result;
}

function summary({ apis, findings }: Outlines) {
  return {
    title: titleOf(apis),
    components: apis.flatMap(({ plan }) => plan.components.map(summarise)),
    operations: apis.flatMap(({ api, settings: { source } }) =>
      api.operations.map(
        ({ method, path }) => `${routePrefix(source)}${method} ${path}`,
      ),
    ),
    findings,
  };
}

function summarise(component: PlannedComponent): ComponentSummary {
  const { kind, name, operation, source } = component;
  return {
    kind,
    name,
    ...(source === null ? {} : { source }),
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
    document !== undefined &&
    text === undefined &&
    !/^https?:/i.test(document);
  return isFile ? resolve(cwd, document) : null;
}

/** Throws what stops the run; where another run was quicker, that instead of what came of it. */
function refuse(
  outcomes: readonly Outcome[],
  { out, last }: { readonly out: string; readonly last: Lock | null },
): void {
  const problems = outcomes.flatMap((outcome) =>
    outcome.kind === "refused" ? [outcome.problem] : [],
  );
  if (problems.length === 0) return;
  const isSame = reader(out)(lockPath) === last?.stored;
  throw new ToolwrightError(isSame ? problems : changedMeanwhile(lockPath));
}
