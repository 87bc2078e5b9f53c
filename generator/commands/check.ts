import type { Config } from "../config/config.js";
import { differenceOf, memoryOf } from "../config/memory.js";
import { settle } from "../config/settle.js";
import { componentPath } from "../emit/files.js";
import { titleOf } from "../emit/project-files.js";
import type { Finding, Problem } from "../errors.js";
import { compare, type Drift } from "../merge/drift.js";
import { flaws } from "../merge/flaws.js";
import { settleLists } from "../merge/lists.js";
import { contractDrifts, type ContractDrift } from "./contract.js";
import { openCache } from "../output/cache.js";
import { apply } from "../output/write/apply.js";
import { outFolder, reader, sourcesIn } from "../output/folder.js";
import { assertNotLost, readLock } from "../output/lock.js";
import { outlineAll, renderProject, type RunOptions } from "../pipeline.js";
import { routeOf } from "./turnover.js";

/** Whether a committed output is what its document gives. Plain data. */
export interface CheckResult {
  /** Title of the API, or of all. */
  readonly title: string;
  /** Absolute path of the output folder. */
  readonly out: string;
  /** False: `generate` would change something, or a conflict is not resolved. */
  readonly current: boolean;
  /** Sorted by path; orphans are told, too. */
  readonly drifts: readonly ComponentDrift[];
  /** What does not hold together with edits by hand. */
  readonly flaws: readonly Problem[];
  /** Where other options were told than those it was generated with: what was told then, and now. */
  readonly told: ReturnType<typeof differenceOf>;
  readonly findings: readonly Finding[];
}

export interface CheckOptions extends RunOptions {
  /** Whether what tools offer a model is what their contracts say, edits by hand included. */
  readonly contract?: boolean;
}

/** What differs in one file. */
export type ComponentDrift = (Drift | ContractDrift) & {
  /** Whose module it is: `tool createPet, POST /pets`, or `tool POST /pets` where it has gone; null for files that components share. */
  readonly component: string | null;
};

/**
 * Generates in memory and compares with what was generated last, so that edits by hand are no
 * difference and a document newer than the output always is one. Writes nothing. Throws a
 * ToolwrightError where the document or the lock can't be used.
 */
export async function check(
  config: Config,
  options: CheckOptions = {},
): Promise<CheckResult> {
  const settings = settle(config);
  const out = outFolder(config, options);
  const last = readLock(out);
  const yours = reader(out);
  const planned = await outlineAll(config, { ...options, lock: last, yours });
  const cache = openCache(out);
  const files = await renderProject(planned, settings, { ...options, cache });
  assertNotLost(last, files, yours);
  const present = { last, yours, sources: sourcesIn(out) };
  const next = settleLists({ ...present, next: files });
  const names = new Map(
    [...(last?.files ?? [])].map(([path, { key }]) => [path, key ?? null]),
  );
  for (const component of planned.apis.flatMap(({ plan }) => plan.components)) {
    const { kind, name } = component;
    const words = `${kind} ${name}, ${routeOf(component)}`;
    names.set(componentPath(component), words);
  }
  const drifts = [
    ...compare({ ...present, next }),
    ...(options.contract === true ? contractDrifts(present) : []),
  ].map((drift): ComponentDrift => ({
    ...drift,
    component: names.get(drift.path) ?? null,
  }));
  const problems = last === null ? [] : flaws({ ...present, lock: last });
  return {
    title: titleOf(planned.apis),
    out,
    current:
      drifts.every(({ kind }) => kind === "orphan") && problems.length === 0,
    drifts,
    flaws: problems,
    told:
      options.told === undefined
        ? null
        : differenceOf(last?.memory, memoryOf(options.told, out)),
    findings: planned.findings,
  };
}

/** The same, with contracts that say what tools offer now. Deletes those of tools that have gone. */
export async function recordContracts(
  config: Config,
  options: RunOptions = {},
): Promise<CheckResult> {
  const contract = true;
  const { drifts, out } = await check(config, { ...options, contract });
  const yours = reader(out);
  const changes = drifts.flatMap((drift) =>
    drift.kind === "contract"
      ? [{ path: drift.path, before: yours(drift.path), after: drift.text }]
      : [],
  );
  apply(out, changes);
  return check(config, { ...options, contract });
}
