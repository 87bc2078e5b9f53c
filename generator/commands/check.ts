import type { Config } from "../config/config.js";
import { differenceOf } from "../config/saved-options.js";
import { ToolwrightError, type Finding, type Problem } from "../errors.js";
import { unifiedDiff } from "../merge/unified-diff.js";
import { compare, type Drift } from "../reconcile/drift.js";
import { flaws } from "../reconcile/lint-project.js";
import { settleLists } from "../reconcile/index-files.js";
import { pastConfirmations } from "./skipped-confirmations.js";
import { openCache } from "../project/cache.js";
import { apply } from "../project/write/apply.js";
import {
  ownContractsIn,
  reader,
  skillsIn,
  sourcesIn,
} from "../project/folder.js";
import { assertNotLost, readLock } from "../project/lock.js";
import type { Lock } from "../project/outcome.js";
import { placeOf } from "../project/paths.js";
import type { RunOptions } from "../pipeline.js";
import { offersOf } from "../diff/tool-snapshots.js";
import { requestOf } from "./generate.js";
import { make, routeOf } from "./compile.js";
import { skillFlaws } from "./lint-skills.js";

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
  const request = requestOf(config, options);
  const { memory, out } = request;
  const last = readLock(out);
  const yours = reader(out);
  const context = { request, cache: openCache(out), lock: last, yours };
  const made = await make(config, { ...options, ...context });
  const { files, findings, title } = made;
  assertNotLost(last, files, yours);
  const present = { last, yours, sources: sourcesIn(out) };
  const next = settleLists({ ...present, next: files });
  const names = new Map(
    [...(last?.files ?? [])].map(([path, { key }]) => [path, key ?? null]),
  );
  for (const component of made.components) {
    const { file, kind, name } = component;
    names.set(file, `${kind} ${name}, ${routeOf(component)}`);
  }
  const drifts = [
    ...compare({ ...present, next }),
    ...(options.contract === true
      ? contractDrifts({ ...present, own: ownContractsIn(out) })
      : []),
  ].map((drift): ComponentDrift => ({
    ...drift,
    component: names.get(drift.path) ?? null,
  }));
  const problems = [
    ...(last === null ? [] : flaws({ ...present, lock: last })),
    ...pastConfirmations(present.sources(), yours),
    ...skillFlaws(skillsIn(out), present.sources, yours),
  ];
  return {
    title,
    out,
    findings,
    current:
      drifts.every(({ kind }) => kind === "orphan") && problems.length === 0,
    drifts,
    flaws: problems,
    told:
      options.told === undefined ? null : differenceOf(last?.memory, memory),
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

/** A tool that offers something else to a model than its contract says, or that only one of both knows. */
interface ContractDrift {
  readonly kind: "contract";
  /** Of the contract. */
  readonly path: string;
  readonly diff: string;
  /** What it has to say; undefined: the tool has gone. */
  readonly text: string | undefined;
}

/** Compares what the tools say, as they stand there with all edits by hand, with the contracts. */
function contractDrifts(given: {
  readonly last: Lock | null;
  /** Contracts that no generation wrote. */
  readonly own: readonly string[];
  readonly sources: () => readonly string[];
  readonly yours: (path: string) => string | undefined;
}): ContractDrift[] {
  const { last, own, sources, yours } = given;
  const recorded = [...(last?.files.keys() ?? [])].filter(
    (path) => placeOf(path)?.kind === "contract",
  );
  if (recorded.length === 0)
    throw new ToolwrightError({
      code: "no-contract",
      message: "This project has no contracts.",
      hint: "Generate it with --emit tests, which writes test/contract.",
    });
  const offers = offersOf(
    sources().map((path) => ({ path, text: yours(path) ?? "" })),
  );
  const paths = [...new Set([...recorded, ...own, ...offers.keys()])].sort();
  return paths.flatMap((path): ContractDrift[] => {
    const [said, text] = [yours(path) ?? "", offers.get(path) ?? ""];
    if (meaningOf(said) === meaningOf(text)) return [];
    const diff = unifiedDiff(path, said, text);
    return [{ kind: "contract", path, diff, text: offers.get(path) }];
  });
}

/** Whatever a formatter made of it. */
function meaningOf(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
