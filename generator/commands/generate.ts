import type { Config } from "../config/config.js";
import { settle } from "../config/settle.js";
import { routePrefix } from "../config/source-name.js";
import { componentPath } from "../emit/files.js";
import { titleOf } from "../emit/project-files.js";
import type { Finding } from "../errors.js";
import { merge } from "../merge/merge.js";
import { openCache } from "../output/cache.js";
import { reader, outFolder } from "../output/folder.js";
import { adopt, nextLock, readLock } from "../output/lock.js";
import type { Outcome } from "../output/outcome.js";
import { recover, refuse, write } from "../output/write/write.js";
import { VERSION } from "../package.js";
import {
  outlineAll,
  renderProject,
  type Outlines,
  type RunOptions,
} from "../pipeline.js";
import type { ComponentKind } from "../plan/classify.js";
import type { PlannedComponent } from "../plan/component.js";

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
  if (options.dryRun !== true) await recover(out);
  const cache = openCache(out);
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
