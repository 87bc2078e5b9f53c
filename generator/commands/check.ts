import { checkFunctionArguments } from "../config/function-arguments.js";
import type { Config } from "../config/config.js";
import { compareOptions } from "../config/saved-options.js";
import { ToolwrightError, type Finding, type Problem } from "../errors.js";
import { lintExtensions } from "../extensions/extensions.js";
import { unifiedDiff } from "../merge/unified-diff.js";
import { findDrifts, type Drift } from "../reconcile/drift.js";
import { lintProject } from "../reconcile/lint-project.js";
import {
  explainFolded,
  unfoldEditedRuntime,
} from "../reconcile/folded-files.js";
import { adaptListFiles } from "../reconcile/list-files.js";
import { pairFiles, type PairedInput } from "../reconcile/pair-files.js";
import { findSkippedConfirmations } from "./skipped-confirmations.js";
import { openCache } from "../project/cache.js";
import { applyChanges } from "../project/write/apply.js";
import {
  listCustomContracts,
  createProjectReader,
  createSourceLister,
} from "../project/folder.js";
import { otherGenerator } from "../project/generator-version.js";
import { assertLockNotLost, readLock } from "../project/lock.js";
import type { Lock } from "../project/outcome.js";
import { lastOptionsOf } from "../project/sdk-line.js";
import { classifyPath } from "../project/paths.js";
import type { RunOptions } from "../pipeline.js";
import {
  createContracts,
  readContractDigest,
  SERVER_CONTRACT,
} from "../diff/contracts.js";
import { replaceStatedDigest } from "../shared/stated-digest.js";
import { keepProjectSdk, requestOf } from "./generate.js";
import { compile, routeOf } from "./compile.js";
import { findRefusedExamples } from "./lint.js";

/** Result of `check`: the differences between a committed output and a fresh one. Plain data. */
export interface CheckResult {
  /** Title of the API, or of all APIs. */
  readonly title: string;
  /** Absolute path of the output folder. */
  readonly out: string;
  /** True if `generate` would change nothing, no conflict is left and there are no flaws. */
  readonly current: boolean;
  /** Differences, sorted by path; orphans are among them. */
  readonly drifts: readonly ComponentDrift[];
  /** Problems of files that do not hold together with edits by hand. */
  readonly flaws: readonly Problem[];
  /** Options that differ from those of the last generation, then and now; null if none do. */
  readonly optionChanges: ReturnType<typeof compareOptions>;
  readonly findings: readonly Finding[];
  /** Paths of files that were deleted by hand, and are not written again. */
  readonly deleted: readonly string[];
  /** Version of the generator that wrote the project, if it is not this one's; otherwise null. */
  readonly generator: string | null;
}

export interface CheckOptions extends RunOptions {
  /** True to compare what tools offer a model with their contracts, edits by hand included. */
  readonly contract?: boolean;
}

/** Difference of one file. */
export type ComponentDrift = (Drift | ContractDrift) & {
  /**
   * Owner of the module: `tool createPet, POST /pets`, or `tool POST /pets` if it has gone; null for files
   * that components share.
   */
  readonly component: string | null;
};

/**
 * Generates in memory and compares with the last generation, so that edits by hand are not a difference and a document
 * newer than the output always is one. Writes nothing. Throws a ToolwrightError if the document or the lock can't be
 * used.
 */
export async function check(
  givenConfig: Config,
  options: CheckOptions = {},
): Promise<CheckResult> {
  checkFunctionArguments("check", { config: givenConfig, options });
  const config = keepProjectSdk(givenConfig, options);
  const request = requestOf(config, options);
  const { savedOptions, out } = request;
  const baseLock = readLock(out, options);
  const readCurrent = createProjectReader(out);
  const context = {
    request,
    cache: openCache(out),
    lock: baseLock,
    readCurrent,
  };
  const compilation = await compile(config, { ...options, ...context });
  const { files, findings, title } = compilation;
  assertLockNotLost(baseLock, files, readCurrent);
  const mergeContext = {
    baseLock,
    readCurrent,
    listSources: createSourceLister(out),
  };
  const pairs = pairFiles({ ...mergeContext, incoming: files });
  const incoming = adaptListFiles({
    ...pairs,
    incoming: unfoldEditedRuntime(pairs),
  });
  const componentNames = new Map(
    [...(baseLock?.files ?? [])].map(([path, { key }]) => [path, key ?? null]),
  );
  for (const component of compilation.components) {
    const { file, kind, name } = component;
    componentNames.set(file, `${kind} ${name}, ${routeOf(component)}`);
  }
  const drifts = [
    ...explainFolded(findDrifts({ ...pairs, incoming }), {
      ...pairs,
      incoming,
    }),
    ...(options.contract === true
      ? await contractDrifts({
          ...mergeContext,
          customContracts: listCustomContracts(out),
        })
      : []),
  ].map((drift): ComponentDrift => ({
    ...drift,
    component: componentNames.get(drift.path) ?? null,
  }));
  const problems = [
    ...(baseLock === null
      ? []
      : lintProject({ ...mergeContext, lock: baseLock })),
    ...findSkippedConfirmations(mergeContext.listSources(), readCurrent),
    ...lintExtensions({
      out,
      lock: baseLock,
      writtenPaths: [],
      listSources: mergeContext.listSources,
      readText: readCurrent,
    }),
    ...findRefusedExamples(out, baseLock, readCurrent),
  ];
  return {
    title,
    out,
    findings,
    current:
      drifts.every(({ kind }) => kind === "orphan") && problems.length === 0,
    drifts,
    flaws: problems,
    deleted: findDeleted(pairs, drifts),
    generator: otherGenerator(baseLock),
    optionChanges:
      options.optionsToSave === undefined
        ? null
        : compareOptions(lastOptionsOf(baseLock), savedOptions),
  };
}

/** Paths of the last generation that are neither on disk nor moved; those of other differences are left to them. */
function findDeleted(
  { files, findMoved, readCurrent }: PairedInput,
  drifts: readonly ComponentDrift[],
): string[] {
  const driftPaths = new Set(
    drifts.flatMap((drift) =>
      /^(?:edited|extra|orphan|missing|contract)$/.test(drift.kind)
        ? [drift.path]
        : [],
    ),
  );
  return [...files].flatMap(([path, file]) => {
    const isGone =
      file.editable &&
      !file.orphan &&
      !driftPaths.has(path) &&
      readCurrent(path) === undefined;
    return isGone && findMoved(file.text() ?? "", path).length === 0
      ? [path]
      : [];
  });
}

/** Records the current contracts of tools, deletes those of tools that have gone, and checks the project. */
export async function recordContracts(
  config: Config,
  options: RunOptions = {},
): Promise<CheckResult> {
  const contract = true;
  const { drifts, out } = await check(config, { ...options, contract });
  const readCurrent = createProjectReader(out);
  const changes = drifts.flatMap((drift) =>
    drift.kind === "contract"
      ? [
          {
            path: drift.path,
            oldText: readCurrent(drift.path),
            newText: drift.text,
          },
        ]
      : [],
  );
  applyChanges(out, changes);
  return check(config, { ...options, contract });
}

/** Difference between a tool and its contract, or a tool or contract without the other. */
interface ContractDrift {
  readonly kind: "contract";
  /** Path of the contract. */
  readonly path: string;
  readonly diff: string;
  /** New text of the contract; undefined if the tool has gone. */
  readonly text: string | undefined;
}

/** Compares the components on disk, with all edits by hand, with the contracts, and their digest with the published one. */
async function contractDrifts(input: {
  readonly baseLock: Lock | null;
  /** Paths of contracts that no generation wrote. */
  readonly customContracts: readonly string[];
  readonly listSources: () => readonly string[];
  readonly readCurrent: (path: string) => string | undefined;
}): Promise<ContractDrift[]> {
  const { baseLock, customContracts, listSources, readCurrent } = input;
  const recordedPaths = [...(baseLock?.files.keys() ?? [])].filter(
    (path) => classifyPath(path)?.kind === "contract",
  );
  if (recordedPaths.length === 0)
    throw new ToolwrightError({
      code: "no-contract",
      message: "This project does not have contracts.",
      hint: "Add --emit tests, which writes test/contract: toolwright generate --emit tests",
    });
  const contracts = await createContracts(
    listSources().map((path) => ({ path, text: readCurrent(path) ?? "" })),
  );
  const digest = readContractDigest(contracts.get(SERVER_CONTRACT) ?? "");
  const publishedText = readCurrent("server.json");
  const offers = new Map([
    ...contracts,
    ...(publishedText === undefined
      ? []
      : [
          [
            "server.json",
            replaceStatedDigest("server.json", publishedText, digest),
          ] as const,
        ]),
  ]);
  const paths = [
    ...new Set([...recordedPaths, ...customContracts, ...offers.keys()]),
  ].sort();
  return paths.flatMap((path): ContractDrift[] => {
    const [recordedText, text] = [
      readCurrent(path) ?? "",
      offers.get(path) ?? "",
    ];
    if (normalizeJson(recordedText) === normalizeJson(text)) return [];
    const diff = unifiedDiff(path, recordedText, text);
    return [{ kind: "contract", path, diff, text: offers.get(path) }];
  });
}

/** Normalises the layout of JSON, so that formatters make no difference; other text stays as it is. */
function normalizeJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
