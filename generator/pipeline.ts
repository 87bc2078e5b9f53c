import { readApp } from "./app/read-app.js";
import type { Config } from "./config/config.js";
import type { CliOptions } from "./config/saved-options.js";
import {
  resolveApis,
  resolveConfig,
  type ResolvedConfig,
} from "./config/resolve-config.js";
import { routePrefixOf } from "./config/source-name.js";
import { digestArguments } from "./emit/argument-digest.js";
import { generatedPathOf, planApiFiles, tagsOf } from "./emit/files.js";
import { format } from "./emit/format.js";
import { writeInstructions } from "./emit/instructions.js";
import type { PlannedApi, PlannedServer } from "./emit/planned-files.js";
import { planProjectFiles } from "./emit/project-files.js";
import { render } from "./emit/render.js";
import { serverNameOf } from "./emit/mcp-registry.js";
import {
  planTestAddress,
  planTestFiles,
  type TestedApi,
} from "./emit/tests.js";
import {
  readAddedFeatures,
  allFeaturesOf,
  readCustomIndex,
  readRuntime,
} from "./emit/runtime.js";
import { ToolwrightError, type Finding } from "./errors.js";
import { omitEmpty } from "./shared/json.js";
import { load, readDocuments } from "./load/load.js";
import { documentSourceOf } from "./load/source-file.js";
import { toAbsoluteSources } from "./load/location.js";
import { normalise } from "./normalise/normalise.js";
import type { Cache } from "./project/cache.js";
import { fileNamesOf, generatedTextOf } from "./project/lock.js";
import type { Lock, RenderedFile } from "./project/outcome.js";
import { measureCosts, checkBudget, type Costs } from "./listing/costs.js";
import {
  selectApiFeatures,
  selectClientFeatures,
  selectServerFeatures,
} from "./emit/select-features.js";
import { checkNames } from "./listing/check-names.js";
import {
  limitOutputSchemas,
  type OutputSchemaUsage,
} from "./listing/output-schema-budget.js";
import { planListing } from "./listing/listing.js";
import { reportHosts } from "./plan/host-findings.js";
import { setExample } from "./plan/component.js";
import { plan } from "./plan/plan.js";
import { planTypes } from "./plan/types.js";
import { planSkillFiles } from "./skills/skills.js";
import { createToolSnapshots } from "./diff/tool-snapshots.js";
import { createMockResponses } from "./testgen/mock-responses.js";
import { completeExamples } from "./testgen/complete-examples.js";
import { exampleCalls } from "./testgen/example-calls.js";
import { sampleInputs } from "./testgen/sample-arguments.js";
import { writeApiTypes } from "./emit/types/api-types.js";
import { hasRoomForExample } from "./describe/describe.js";
import { toHoverText } from "./describe/shorten.js";
import { renderWorkflowFiles } from "./workflows/files.js";
import { planWorkflows, type WorkflowPlan } from "./workflows/plan.js";

/** Input of one run besides its config. */
export interface RunOptions {
  /** Folder that relative paths start from. Default: the current one. */
  readonly cwd?: string;
  /** Text of the document, if it comes from standard input. */
  readonly text?: string;
  /** Options of the command line, which the lock saves so that later commands need not repeat them. */
  readonly told?: CliOptions;
  /** Called with the documents that are read, as absolute paths and URLs. */
  readonly onRead?: (documents: readonly string[]) => void;
  /** Called with the name of each stage when it begins. */
  readonly onProgress?: (stage: string) => void;
}

/** Plan of one API, before anything is rendered. */
export interface ApiPlan extends Pick<PlannedApi, "api" | "plan" | "settings"> {
  readonly findings: readonly Finding[];
  /** Everything that was read, the document first: absolute paths, URLs, and names of texts that have neither. */
  readonly sources: readonly string[];
  /** SHA-256 of the bytes of each source, in the same order. */
  readonly digests: readonly string[];
}

/** Plan of a server: its APIs in the config's order, and what they share. */
export interface ServerPlan
  extends PlannedServer, Omit<WorkflowPlan, "features" | "workflows"> {
  readonly apis: readonly (ApiPlan & PlannedApi)[];
  /** Tokens that a model reads of the server. */
  readonly costs: Costs;
  readonly outputs: OutputSchemaUsage;
  /** Limit of the arguments of one listed tool, in bytes. */
  readonly toolLimit: number;
}

/** Plans every API of a config: load → normalise → model → plan. */
export async function planServer(
  config: Config,
  context: RunOptions & {
    readonly lock: Lock | null;
    readonly readCurrent?: (path: string) => string | undefined;
  },
): Promise<ServerPlan> {
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
  const settings = resolveConfig(config);
  const plans = apiPlans.map((apiPlan) => apiPlan.plan);
  const listing = planListing(plans, settings, context.lock?.toolLimit);
  const name = serverNameOf(apiPlans, settings);
  const instructions = writeInstructions(name, apiPlans, { tools: "search" });
  const workflowSources = await readDocuments(settings.workflows, context);
  const workflowContext = { listed: listing.tokens, settings };
  const { features, findings, ...flows } = planWorkflows(
    workflowSources,
    apiPlans,
    workflowContext,
  );
  const costs = measureCosts(flows.tokens, { instructions, settings, tagsOf });
  const outputs = limitOutputSchemas(plans, listing.bytes, settings);
  const apis = apiPlans.map((apiPlan, index) => {
    const api = { ...apiPlan, plan: outputs.plans[index] ?? apiPlan.plan };
    const featureNames = {
      client: selectClientFeatures(api),
      server: selectApiFeatures(api),
    };
    return {
      ...api,
      truncations: listing.leftOut[index] ?? {},
      features: featureNames,
    };
  });
  return {
    apis,
    features: features(selectServerFeatures(apis, listing, settings)),
    addedFeatures: readAddedFeatures(context.lock),
    custom: readCustomIndex(context.lock, context.readCurrent),
    costs,
    outputs: outputs.usage,
    toolLimit: listing.toolLimit,
    ...flows,
    findings: [
      ...apiPlans.flatMap((apiPlan) => apiPlan.findings),
      ...listing.findings,
      ...checkBudget(costs, settings),
      ...findings,
    ],
  };
}

/** Plans one API: load → normalise → model → plan. */
export async function planApi(
  config: Config,
  settings: ResolvedConfig,
  context: RunOptions & { readonly lock: Lock | null },
): Promise<ApiPlan> {
  const { cwd = process.cwd(), onProgress: reportProgress = () => undefined } =
    context;
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
      onRead: context.onRead,
      ...(refRoot === null ? {} : { refRoot }),
    },
  );
  const sources = toAbsoluteSources(loaded.files, config, cwd);
  const api = normalise(loaded, baseUrl);
  reportProgress("Planning");
  const prefix = routePrefixOf(source);
  const previousFiles = fileNamesOf(context.lock, prefix);
  const draftPlan = plan(api, {
    ...settings,
    knownFiles: previousFiles,
    lastModuleText: generatedTextOf(context.lock, prefix),
    app,
  });
  const calls = await completeExamples(
    draftPlan,
    api.schemas,
    ({ description, kind, title }, completedExample) =>
      hasRoomForExample({ description, kind, title, ...completedExample }),
  );
  const finalPlan = {
    ...draftPlan,
    components: draftPlan.components.map((component) =>
      setExample(component, calls.get(component)),
    ),
  };
  if (finalPlan.components.length === 0)
    throw new ToolwrightError({
      code: "nothing-to-serve",
      message: "All operations are left out.",
      hint: "Check tags, excludeTags, routeMaps with EXCLUDE, overrides with exclude, and extensions such as x-mcp.",
    });
  checkNames("timeouts", Object.keys(settings.timeouts), finalPlan.components);
  const hostFindings = reportHosts(api, finalPlan, { ...settings, ...loaded });
  const findings = [
    ...api.findings,
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
    sources,
    digests: loaded.digests,
  };
}

/** Renders and formats every file of the emitted project, sorted by path. */
export async function renderProject(
  server: PlannedServer,
  settings: ResolvedConfig,
  // `checkFlags`: arguments that the CI workflow passes to `check`.
  context: RunOptions & { cache?: Cache; checkFlags?: string },
): Promise<RenderedFile[]> {
  const { checkFlags = "", onProgress: reportProgress = () => undefined } =
    context;
  const { addedFeatures: added, apis } = server;
  const { emit, sdk } = settings;
  reportProgress("Writing types");
  const types = apis.map(({ api, plan: { components }, settings }) => ({
    path: generatedPathOf(settings.source, "apiTypes"),
    text: writeApiTypes({
      schemas: api.schemas,
      operations: planTypes(components),
      describeProperty: toHoverText,
    }),
    editable: false,
  }));
  reportProgress("Rendering");
  const contracts = new Map(
    apis.flatMap(({ plan }) => [...digestArguments(plan)]),
  );
  const runtime = readRuntime(allFeaturesOf(server), { added, sdk });
  const isTaught = emit.includes("skills");
  const isTested = emit.includes("tests");
  const testedApis = isTaught || isTested ? await prepareTests(apis) : [];
  const skills = isTaught ? planSkillFiles(server, testedApis, settings) : [];
  const files: RenderedFile[] = [...runtime, ...types];
  for (const file of [
    ...apis.flatMap(planApiFiles),
    ...planProjectFiles(server, settings, { runtime, checkFlags, skills }),
    ...(isTested
      ? planTestFiles(testedApis, sampleInputs(server.workflows))
      : []),
  ]) {
    const { editable, key, originalText: previousText, path } = file;
    const renderedText = render(file);
    files.push({
      path,
      text:
        previousText ??
        (editable
          ? await format(path, renderedText, context.cache)
          : renderedText),
      editable,
      ...omitEmpty({ key, contract: contracts.get(path) }),
    });
  }
  files.push(...(await renderWorkflowFiles(server, contracts, context.cache)));
  if (isTested)
    for (const [path, text] of createToolSnapshots(files))
      files.push({ path, text, editable: true });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Example calls of each tool, and the mock responses of each API. */
function prepareTests(apis: readonly PlannedApi[]): Promise<TestedApi[]> {
  return Promise.all(
    apis.map(async (planned) => {
      const { api, plan, settings } = planned;
      const { client, ...addressSettings } = planTestAddress(planned);
      const responses = createMockResponses(api.operations, api.schemas);
      const calls = await exampleCalls(plan, api.schemas, client);
      return { source: settings.source, ...addressSettings, responses, calls };
    }),
  );
}
