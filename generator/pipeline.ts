import { readApp } from "./app/read-app.js";
import { assertSafe } from "./checkout/assert-safe.js";
import { checkoutOf, type SafeOptions } from "./checkout/checkout.js";
import type { FileSource } from "./checkout/files-at-ref.js";
import { patternMilliseconds } from "./checkout/patterns.js";
import type { Config } from "./config/config.js";
import type { CliOptions } from "./config/saved-options.js";
import {
  resolveApis,
  resolveConfig,
  type ResolvedConfig,
} from "./config/resolve-config.js";
import { routePrefixOf } from "./config/source-name.js";
import { tagsOf, toComponentPath } from "./emit/files.js";
import { settleIdentity } from "./emit/identity.js";
import { createWordsReader } from "./emit/module-words.js";
import { writeInstructions } from "./emit/instructions.js";
import { settleInstructions } from "./emit/own-instructions.js";
import type { PlannedApi, PlannedServer } from "./emit/planned-files.js";
import { serverNameOf } from "./emit/mcp-registry.js";
import { readAddedFeatures, readCustomIndex } from "./emit/runtime.js";
import { measureModules, type ProjectModules } from "./lint/measure.js";
import { ToolwrightError, type Finding } from "./errors.js";
import { load, type LoadedDocument } from "./load/load.js";
import { documentSourceOf, type SourceFile } from "./load/source-file.js";
import { readInstructionsFile } from "./load/instructions-file.js";
import { toAbsoluteSources } from "./load/location.js";
import { normalise } from "./normalise/normalise.js";
import { checkArgumentNames } from "./plan/argument-settings.js";
import {
  markArguments,
  markComponents,
  markFields,
  markOverrides,
} from "./plan/config-marks.js";
import type { ConfigMark } from "./project/config-marks.js";
import {
  createFormerLookup,
  fileNamesOf,
  generatedTextOf,
} from "./project/lock.js";
import type { Lock } from "./project/outcome.js";
import { keepLockedSdk } from "./project/sdk-line.js";
import {
  measureCosts,
  checkBudget,
  type Costs,
  type MeasuredTool,
  type TokensByTool,
} from "./listing/costs.js";
import {
  selectApiFeatures,
  selectServerFeatures,
} from "./emit/select-features.js";
import { checkNames } from "./listing/check-names.js";
import type { OutputSchemaUsage } from "./listing/output-schema-budget.js";
import { planListing } from "./listing/listing.js";
import { reportHosts } from "./plan/host-findings.js";
import type { ArgumentUse } from "./plan/component.js";
import { isListed } from "./config/config.js";
import { plan, showExamples } from "./plan/plan.js";
import type { ToolTokens } from "./schema/token-count.js";
import { completeExamples } from "./testgen/complete-examples.js";
import { hasRoomForExample } from "./describe/describe.js";
import {
  planExtensions,
  type PlannedExtensions,
} from "./extensions/extensions.js";

/** Input of one run in addition to its config. */
export interface RunOptions extends SafeOptions {
  /** Text of the document, if it comes from standard input. */
  readonly text?: string;
  /** Options to save in the project's config, so that later commands need not repeat them; undefined to leave it as it is. */
  readonly optionsToSave?: CliOptions;
  /** True if the config that the project extends is code, or says what a safe run refuses. */
  readonly needsTrust?: boolean;
  /** True to continue with a project that a newer version wrote, and to put this version's files in their place. */
  readonly allowOlder?: boolean;
  /** Called with the documents that are read, as absolute paths and URLs. */
  readonly onRead?: (documents: readonly string[]) => void;
  /** Called with the name of each stage when it begins. */
  readonly onProgress?: (stage: string) => void;
  /** Files of the documents and overlays, in place of those on the disk. */
  readonly files?: FileSource;
}

/** Plan of one API, before anything is rendered. */
export interface ApiPlan extends Pick<PlannedApi, "api" | "plan" | "settings"> {
  readonly findings: readonly Finding[];
  /** Components that the config of this API names. */
  readonly marks: readonly ConfigMark[];
  /** Everything that was read, the document first: absolute paths, URLs, and names of texts that have neither. */
  readonly sources: readonly string[];
  /** SHA-256 of the bytes of each source, in the same order. */
  readonly digests: readonly string[];
  /** Document as it was read, with its overlays and the files that it refers to. */
  readonly loaded: Pick<LoadedDocument, "document" | "locate" | "name">;
}

/** Plan of a server: its APIs in the config's order, and what they share. */
export interface ServerPlan
  extends PlannedServer, Pick<PlannedExtensions, "extensions"> {
  readonly apis: readonly (ApiPlan & PlannedApi)[];
  /** Files of the options of the server: workflows, instructions. */
  readonly documents: readonly Pick<SourceFile, "digest" | "name">[];
  readonly findings: readonly Finding[];
  /** Tokens of each tool that is listed. */
  readonly tokens: TokensByTool;
  /** Tokens that a model reads of the server. */
  readonly costs: Costs;
  readonly outputs: OutputSchemaUsage;
  /** Limit of the arguments of one listed tool, in bytes. */
  readonly toolLimit: number;
  /** Components that the config names. */
  readonly marks: readonly ConfigMark[];
}

/** Plans every API of a config: load → normalise → model → plan. */
export async function planServer(
  givenConfig: Config,
  options: RunOptions & {
    readonly lock: Lock | null;
    readonly baseLock?: Lock | null;
    readonly readCurrent?: (path: string) => string | undefined;
    /** Modules of the project, whose edits and own tools the costs count; undefined if there is none. */
    readonly modules?: ProjectModules | undefined;
  },
): Promise<ServerPlan> {
  const { cwd = process.cwd() } = options;
  const config = keepLockedSdk(givenConfig, options.lock);
  const checkout = checkoutOf(config, options);
  assertSafe(config, checkout, cwd);
  const context = { ...options, checkout, cwd };
  const resolvedApis = resolveApis(config);
  if (config.sources !== undefined && context.text !== undefined) {
    throw new ToolwrightError({
      code: "bad-option",
      message:
        "A document text was given together with `sources`, so its source is ambiguous.",
      hint: "Set `document` to a file or URL in each source.",
    });
  }
  const apiPlans: ApiPlan[] = [];
  // One after the other, so that progress is reported in order.
  for (const resolvedApi of resolvedApis)
    apiPlans.push(
      await planApi(resolvedApi.config, resolvedApi.settings, context),
    );
  const lostArgumentFindings = checkArguments(config, apiPlans, context.lock);
  const settings = resolveConfig(config);
  const plans = apiPlans.map((apiPlan) => apiPlan.plan);
  const listing = planListing(plans, settings, context.lock?.toolLimit);
  const name = serverNameOf(apiPlans, settings);
  const project = {
    lock: context.lock,
    readCurrent: context.readCurrent,
    out: config.out,
    cwd,
  };
  const { instructions: configured } = config;
  const ownInstructions = settleInstructions(
    typeof configured === "object"
      ? await readInstructionsFile(configured.file, context)
      : configured,
    project,
  );
  for (const { name } of ownInstructions.documents) context.onRead?.([name]);
  const instructions =
    ownInstructions.text ??
    writeInstructions(name, apiPlans, { tools: "search" });
  const { allFeatures, findings, ...extensionPlan } = await planExtensions(
    apiPlans,
    settings,
    // Workflows are those of the disk, also with documents of a git ref.
    { ...context, files: undefined },
  );
  const listedTokens = addTokens(listing.tokens, extensionPlan.toolLists);
  const tokens =
    context.modules === undefined
      ? listedTokens
      : measureModules(listedTokens, { apis: apiPlans, ...context.modules });
  const findFormer = createFormerLookup(context.lock, "");
  const { alwaysListed } = settings;
  const lostFindings = checkNames("alwaysListed", alwaysListed, {
    components: [...tokens.keys()],
    isFormer: (toolName) => findFormer(toolName) !== undefined,
    unlistedNames: plans
      .flatMap(({ components }) => components)
      .filter((component) => !isListed(component))
      .map(({ name }) => name),
  });
  const costs = measureCosts(tokens, { instructions, settings, tagsOf });
  const apis = apiPlans.map((apiPlan, index) => {
    return {
      ...apiPlan,
      listedOutputs: listing.outputs.schemas[index] ?? null,
      truncations: listing.leftOut[index] ?? {},
      features: selectApiFeatures(apiPlan, allFeatures),
    };
  });
  return {
    apis,
    identity: settleIdentity(apiPlans, settings, project),
    instructions: ownInstructions.text,
    features: selectServerFeatures(
      apis,
      {
        listing,
        settings,
        hasWorkflows: extensionPlan.toolLists.length > 0,
      },
      allFeatures,
    ),
    addedFeatures: readAddedFeatures(context.lock),
    custom: readCustomIndex(context.lock, context.readCurrent),
    costs,
    outputs: listing.outputs.usage,
    toolLimit: listing.toolLimit,
    ...extensionPlan,
    documents: [...extensionPlan.documents, ...ownInstructions.documents],
    tokens,
    findings: [
      ...apiPlans.flatMap((apiPlan) => apiPlan.findings),
      ...listing.findings,
      ...lostFindings,
      ...lostArgumentFindings,
      ...checkBudget(costs, settings),
      ...ownInstructions.findings,
      ...findings,
    ],
    marks: [
      ...apiPlans.flatMap(({ marks }) => marks),
      ...markComponents(alwaysListed, {
        components: plans.flatMap(({ components }) => components),
        findFormer,
        pathOf: toComponentPath,
      }),
    ],
  };
}

/** Checks the names in `arguments` of each API, and those beside `sources`, which any of them may have. */
function checkArguments(
  { arguments: common = {}, sources }: Config,
  apiPlans: readonly ApiPlan[],
  lock: Lock | null,
): Finding[] {
  const joinNames = (kind: keyof ArgumentUse, plans: readonly ApiPlan[]) =>
    new Set(plans.flatMap(({ plan }) => [...plan.argumentUse[kind]]));
  const check = (
    names: readonly string[],
    plans: readonly ApiPlan[],
    prefix: string,
  ) => {
    const findFormer = createFormerLookup(lock, prefix);
    return checkArgumentNames(names, {
      usedNames: joinNames("usedNames", plans),
      knownNames: joinNames("knownNames", plans),
      isFormer: (name) => findFormer(`arguments.${name}`) !== undefined,
    });
  };
  return [
    ...check(Object.keys(common), apiPlans, ""),
    ...(sources ?? []).flatMap(({ arguments: ownSettings = {}, name }) =>
      check(
        Object.keys(ownSettings),
        apiPlans.filter(({ settings }) => settings.source === name),
        routePrefixOf(name),
      ),
    ),
  ];
}

/** Tokens of all tools: those of the documents, and behind them those that extensions add. */
function addTokens(
  listedTokens: TokensByTool,
  toolLists: PlannedServer["toolLists"],
): TokensByTool {
  const tokens = new Map<MeasuredTool, ToolTokens>(listedTokens);
  for (const tool of toolLists.flatMap(({ tools }) => tools))
    tokens.set(tool, tool.tokens);
  return tokens;
}

/** Plans one API: load → normalise → model → plan. */
export async function planApi(
  config: Config,
  settings: ResolvedConfig,
  context: RunOptions & {
    readonly lock: Lock | null;
    /** Lock whose names and words are kept where `lock` has none. */
    readonly baseLock?: Lock | null;
  },
): Promise<ApiPlan> {
  const { cwd = process.cwd(), onProgress: reportProgress = () => undefined } =
    context;
  const checkout = checkoutOf(config, context);
  assertSafe(config, checkout, cwd);
  if (config.app !== undefined) reportProgress("Loading the application");
  const app = await readApp(config, cwd);
  reportProgress("Reading the document");
  const { allowRemote, baseUrl, overlays, refRoot, source } = settings;
  const loaded = await load(
    app?.source ?? documentSourceOf(config, context.text),
    {
      allowRemote,
      overlays,
      cwd,
      checkout,
      files: context.files,
      onRead: context.onRead,
      onStage: reportProgress,
      ...(refRoot === null ? {} : { refRoot }),
    },
  );
  const sources = toAbsoluteSources(loaded.files, config, cwd);
  reportProgress("Checking the document");
  const api = normalise(loaded, baseUrl);
  reportProgress("Planning");
  const prefix = routePrefixOf(source);
  const locks = [context.lock, context.baseLock ?? null];
  const previousFiles = fileNamesOf(locks, prefix);
  const findFormer = createFormerLookup(context.lock, prefix);
  const isFormer = (name: string) => findFormer(name) !== undefined;
  const draftPlan = plan(api, {
    ...settings,
    isSwagger: "swagger" in loaded.document,
    maxPatternMilliseconds: patternMilliseconds(checkout),
    isFormer,
    knownFiles: previousFiles,
    lastModuleText: generatedTextOf(locks, prefix),
    lastWords: createWordsReader(locks),
    app,
  });
  const examples = await completeExamples(
    draftPlan,
    api.schemas,
    ({ description, kind, title }, completedExample) =>
      hasRoomForExample({ description, kind, title, ...completedExample }),
    settings.files !== null,
  );
  const finalPlan = showExamples(draftPlan, examples);
  if (finalPlan.components.length === 0)
    throw new ToolwrightError({
      code: "nothing-to-serve",
      message: "All operations are left out.",
      hint: "Check tags, excludeTags, routeMaps with EXCLUDE, overrides with exclude, and extensions such as x-mcp.",
    });
  const { components } = finalPlan;
  const markContext = { components, findFormer, pathOf: toComponentPath };
  const timeoutNames = Object.keys(settings.timeouts);
  const lostFindings = checkNames("timeouts", timeoutNames, {
    components,
    isFormer,
  });
  const hostFindings = reportHosts(api, finalPlan, { ...settings, ...loaded });
  const servedOperations = new Set(
    components.map(({ operation }) => operation.pointer),
  );
  // The server of an operation that is left out is never called.
  const isServed = ({ code, pointer = "" }: Finding) =>
    code !== "server-variable" ||
    api.operations.every(
      (operation) =>
        !pointer.startsWith(`${operation.pointer}/`) ||
        servedOperations.has(operation.pointer),
    );
  const findings = [
    ...api.findings.filter(isServed),
    ...lostFindings,
    ...[...finalPlan.findings, ...hostFindings].map((finding) =>
      finding.pointer === undefined
        ? finding
        : { ...finding, ...loaded.locate(finding.pointer) },
    ),
  ];
  return {
    api,
    plan: finalPlan,
    settings,
    findings: findings.map((finding) =>
      finding.operation === undefined
        ? finding
        : { ...finding, operation: prefix + finding.operation },
    ),
    marks: [
      ...markOverrides({ ...markContext, api, settings }),
      ...markArguments({ ...markContext, settings }),
      ...markFields(markContext),
      ...markComponents(timeoutNames, markContext),
    ],
    sources,
    digests: loaded.digests,
    loaded,
  };
}
