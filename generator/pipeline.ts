import { readApp } from "./app/read-app.js";
import type { Config } from "./config/config.js";
import type { Told } from "./config/saved-options.js";
import { partsOf, settle, type Settings } from "./config/resolve-config.js";
import { folderOf, routePrefix } from "./config/source-name.js";
import { contractsOf } from "./emit/argument-digest.js";
import { planFiles, tagsOf } from "./emit/files.js";
import { format } from "./emit/format.js";
import { instructionsOf } from "./emit/instructions.js";
import type { PlannedApi, PlannedServer } from "./emit/planned-files.js";
import { planProjectFiles } from "./emit/project-files.js";
import { render } from "./emit/render.js";
import { nameOf } from "./emit/mcp-registry.js";
import { testAddress, testFiles, type Tried } from "./emit/tests.js";
import {
  addedFeatures,
  allFeatures,
  customOf,
  readRuntime,
} from "./emit/runtime.js";
import { ToolwrightError, type Finding } from "./errors.js";
import { filled } from "./shared/json.js";
import { load, readAll } from "./load/load.js";
import { namedIn } from "./load/source-file.js";
import { placesRead } from "./load/location.js";
import { normalise } from "./normalise/normalise.js";
import type { Cache } from "./project/cache.js";
import { knownFiles, lastText } from "./project/lock.js";
import type { Lock, RenderedFile } from "./project/outcome.js";
import { costsOf, overBudget, type Costs } from "./listing/costs.js";
import {
  apiFeatures,
  clientFeatures,
  serverFeatures,
} from "./emit/select-features.js";
import { checkNames } from "./listing/check-names.js";
import {
  boundOutputs,
  type ToldOutputs,
} from "./listing/output-schema-budget.js";
import { planListing } from "./listing/listing.js";
import { tellHosts } from "./plan/host-findings.js";
import { withExample } from "./plan/component.js";
import { plan } from "./plan/plan.js";
import { planTypes } from "./plan/types.js";
import { skillFiles } from "./skills/skills.js";
import { offersOf } from "./diff/tool-snapshots.js";
import { mockAnswers } from "./testgen/mock-responses.js";
import { exampleCalls, inputsOf, trialsOf } from "./testgen/example-calls.js";
import { typings } from "./emit/types/api-types.js";
import { hasRoomFor } from "./describe/describe.js";
import { hoverWords } from "./describe/shorten.js";
import { workflowFiles } from "./workflows/files.js";
import { planWorkflows, type Flows } from "./workflows/plan.js";

/** What one run is told, besides its config. */
export interface RunOptions {
  /** Folder that relative paths start from. Default: the current one. */
  readonly cwd?: string;
  /** Text of the document, where it is no file: standard input. */
  readonly text?: string;
  /** What a command line said, for the lock to remember: each later one may say it, or nothing. */
  readonly told?: Told;
  /** Hears which documents are read, as absolute paths and addresses. */
  readonly onRead?: (documents: readonly string[]) => void;
  /** Hears which stage begins. */
  readonly onProgress?: (stage: string) => void;
}

/** What a document and a config ask for, before a line is printed. */
export interface Outline extends Pick<PlannedApi, "api" | "plan" | "settings"> {
  readonly findings: readonly Finding[];
  /** Everything that was read, the document first: absolute paths, addresses, and names of what is neither. */
  readonly sources: readonly string[];
  /** Of each of them, SHA-256 of its bytes. */
  readonly digests: readonly string[];
}

/** What a config asks for: every API of it, in its order. */
export interface Outlines
  extends PlannedServer, Omit<Flows, "features" | "workflows"> {
  readonly apis: readonly (Outline & PlannedApi)[];
  /** What a model is told of the server, in tokens. */
  readonly costs: Costs;
  readonly outputs: ToldOutputs;
  /** Bytes of the arguments of one tool in the list. */
  readonly toolLimit: number;
}

/** load → normalise → model → plan, of every API of a config. */
export async function outlineAll(
  config: Config,
  context: RunOptions & {
    readonly lock: Lock | null;
    readonly yours?: (path: string) => string | undefined;
  },
): Promise<Outlines> {
  const parts = partsOf(config);
  if (config.sources !== undefined && context.text !== undefined) {
    throw new ToolwrightError({
      code: "bad-option",
      message: "A text was given beside `sources`, and could be any of them.",
      hint: "Name files or URLs as documents of the sources.",
    });
  }
  const outlines: Outline[] = [];
  // One after the other: what they tell of their progress is told in their order.
  for (const part of parts)
    outlines.push(await outline(part.config, part.settings, context));
  const settings = settle(config);
  const plans = outlines.map((each) => each.plan);
  const listing = planListing(plans, settings, context.lock?.toolLimit);
  const name = nameOf(outlines, settings);
  const instructions = instructionsOf(name, outlines, { tools: "search" });
  const read = await readAll(settings.workflows, context);
  const given = { listed: listing.tokens, settings };
  const { features, findings, ...flows } = planWorkflows(read, outlines, given);
  const costs = costsOf(flows.tokens, { instructions, settings, tagsOf });
  const outputs = boundOutputs(plans, listing.bytes, settings);
  const apis = outlines.map((each, index) => {
    const api = { ...each, plan: outputs.plans[index] ?? each.plan };
    const own = { client: clientFeatures(api), server: apiFeatures(api) };
    return { ...api, leftOut: listing.leftOut[index] ?? {}, features: own };
  });
  return {
    apis,
    features: features(serverFeatures(apis, listing, settings)),
    added: addedFeatures(context.lock),
    custom: customOf(context.lock, context.yours),
    costs,
    outputs: outputs.told,
    toolLimit: listing.toolLimit,
    ...flows,
    findings: [
      ...outlines.flatMap((each) => each.findings),
      ...listing.findings,
      ...overBudget(costs, settings),
      ...findings,
    ],
  };
}

/** load → normalise → model → plan, of one API. */
export async function outline(
  config: Config,
  settings: Settings,
  context: RunOptions & { readonly lock: Lock | null },
): Promise<Outline> {
  const { cwd = process.cwd(), onProgress: say = () => undefined } = context;
  if (config.app !== undefined) say("Loading the application");
  const app = await readApp(config, cwd);
  say("Reading the document");
  const { allowRemote, baseUrl, overlays, refRoot, source } = settings;
  const loaded = await load(app?.source ?? namedIn(config, context.text), {
    allowRemote,
    overlays,
    cwd,
    onRead: context.onRead,
    ...(refRoot === null ? {} : { refRoot }),
  });
  const sources = placesRead(loaded.files, config, cwd);
  const api = normalise(loaded, baseUrl);
  say("Planning");
  const prefix = routePrefix(source);
  const known = knownFiles(context.lock, prefix);
  const outlined = plan(api, {
    ...settings,
    knownFiles: known,
    lastText: lastText(context.lock, prefix),
    app,
  });
  const calls = await exampleCalls(
    outlined,
    api.schemas,
    ({ description, title }, example) =>
      hasRoomFor(example, { description, title }),
  );
  const planned = {
    ...outlined,
    components: outlined.components.map((component) =>
      withExample(component, calls.get(component)),
    ),
  };
  if (planned.components.length === 0)
    throw new ToolwrightError({
      code: "nothing-to-serve",
      message: "No operation is left to serve.",
      hint: "Look at tags, excludeTags, routeMaps with EXCLUDE, overrides with exclude, and extensions such as x-mcp.",
    });
  checkNames("timeouts", Object.keys(settings.timeouts), planned.components);
  const hosts = tellHosts(api, planned, { ...settings, ...loaded });
  const findings = [
    ...api.findings,
    ...[...planned.findings, ...hosts].map((finding) =>
      finding.pointer === undefined
        ? finding
        : { ...finding, ...loaded.locate(finding.pointer) },
    ),
  ];
  return {
    api,
    plan: planned,
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

/** render → format: every file of the emitted project, sorted by path. */
export async function renderProject(
  server: PlannedServer,
  settings: Settings,
  // What CI says to `check`.
  context: RunOptions & { cache?: Cache; checkFlags?: string },
): Promise<RenderedFile[]> {
  const { checkFlags = "", onProgress: say = () => undefined } = context;
  const { added, apis } = server;
  const { emit, sdk } = settings;
  say("Writing types");
  const types = apis.map(({ api, plan: { components }, settings }) => ({
    path: `${folderOf(settings.source)}api.ts`,
    text: typings({
      schemas: api.schemas,
      operations: planTypes(components),
      words: hoverWords,
    }),
    editable: false,
  }));
  say("Rendering");
  const contracts = new Map(apis.flatMap(({ plan }) => [...contractsOf(plan)]));
  const runtime = readRuntime(allFeatures(server), { added, sdk });
  const isTaught = emit.includes("skills");
  const isTested = emit.includes("tests");
  const tried = isTaught || isTested ? await triedIn(apis) : [];
  const skills = isTaught ? skillFiles(server, tried, settings) : [];
  const files: RenderedFile[] = [...runtime, ...types];
  for (const file of [
    ...apis.flatMap(planFiles),
    ...planProjectFiles(server, settings, { runtime, checkFlags, skills }),
    ...(isTested ? testFiles(tried, inputsOf(server.workflows)) : []),
  ]) {
    const { editable, key, last, path } = file;
    const made = render(file);
    files.push({
      path,
      text: last ?? (editable ? await format(path, made, context.cache) : made),
      editable,
      ...filled({ key, contract: contracts.get(path) }),
    });
  }
  files.push(...(await workflowFiles(server, contracts, context.cache)));
  if (isTested)
    for (const [path, text] of offersOf(files))
      files.push({ path, text, editable: true });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A call of each tool, and what stands in for the API. */
function triedIn(apis: readonly PlannedApi[]): Promise<Tried[]> {
  return Promise.all(
    apis.map(async (planned) => {
      const { api, plan, settings } = planned;
      const { client, ...told } = testAddress(planned);
      const answers = mockAnswers(api.operations, api.schemas);
      const trials = await trialsOf(plan, api.schemas, client);
      return { source: settings.source, ...told, answers, trials };
    }),
  );
}
