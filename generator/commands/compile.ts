import type { Config } from "../config/config.js";
import { routePrefixOf } from "../config/source-name.js";
import { toComponentPath } from "../emit/files.js";
import { serverNameOf } from "../emit/mcp-registry.js";
import { omitEmpty } from "../shared/json.js";
import { toAbsoluteSources } from "../load/location.js";
import { operationKey } from "../model.js";
import type { Cache } from "../project/cache.js";
import type { ConfigMark } from "../project/config-marks.js";
import { assertNotNewer } from "../project/generator-version.js";
import type {
  ComponentSummary,
  Lock,
  RenderedFile,
  Result,
} from "../project/outcome.js";
import { loadLastCompilation, type RunRequest } from "../project/run-cache.js";
import { planServer, type ServerPlan, type RunOptions } from "../pipeline.js";
import { renderProject } from "../render-project.js";
import { isListed } from "../config/config.js";
import type { PlannedComponent } from "../plan/component.js";
import { readProject } from "./project-modules.js";

/** Compilation of documents and config by this generator, independent of the output folder. Plain data. */
export interface Compilation extends Omit<
  Result,
  "out" | "outcomes" | "flaws" | "generator" | "lock" | "optionChanges"
> {
  readonly files: readonly RenderedFile[];
  /** Bytes of one tool's arguments in the list. */
  readonly toolLimit: number;
  /** Components that the config names, each name once. */
  readonly marks: readonly ConfigMark[];
  /** Documents that were read, the first one first: absolute paths, addresses, and names of what is neither. */
  readonly sources: readonly string[];
  /** SHA-256 of each source's bytes as they were read. */
  readonly digests: readonly string[];
}

/**
 * Compiles: load → normalise → model → plan → render → format. Returns the last compilation if it would be
 * the same.
 */
export async function compile(
  config: Config,
  {
    request,
    ...options
  }: RunOptions & {
    readonly request: RunRequest;
    readonly cache: Cache;
    readonly lock: Lock | null;
    readonly readCurrent: (path: string) => string | undefined;
  },
): Promise<Compilation> {
  assertNotNewer(options.lock, options);
  // Edits change the tokens of the listing, and no source of the compilation.
  const hasBudget = request.settings.maxListingTokens !== null;
  // `saveRun` has stored a Compilation.
  // A module of your own may give other files each time, whatever it imports.
  const hasOwnExtensions = request.settings.extensions.length > 0;
  const lastCompilation =
    options.lock &&
    !hasBudget &&
    !hasOwnExtensions &&
    (loadLastCompilation(request) as Compilation | null);
  if (lastCompilation) {
    options.onRead?.(lastCompilation.sources);
    return lastCompilation;
  }
  const modules =
    hasBudget && options.lock !== null
      ? readProject(request.out, options.lock, options.readCurrent)
      : undefined;
  const planned = await planServer(config, { ...options, modules });
  const files = await renderProject(planned, request.settings, {
    ...options,
    checkFlags: request.checkFlags,
  });
  const extensionDocuments = planned.documents;
  const { cwd = process.cwd() } = options;
  const sources = [
    ...planned.apis.flatMap((api) => api.sources),
    ...extensionDocuments.flatMap(({ name }) =>
      toAbsoluteSources([name], { document: name }, cwd),
    ),
  ];
  const digests = [
    ...planned.apis.flatMap((api) => api.digests),
    ...extensionDocuments.map(({ digest }) => digest),
  ];
  const title = serverNameOf(planned.apis, request.settings);
  const { toolLimit } = planned;
  const marksByName = new Map(planned.marks.map((mark) => [mark.name, mark]));
  return {
    ...summarise(planned),
    title,
    files,
    sources,
    digests,
    toolLimit,
    marks: [...marksByName.values()],
  };
}

/** Summarises what became of the operations of all APIs. */
export function summarise({ apis, costs, findings, toolLists }: ServerPlan) {
  const toolSummaries = toolLists.flatMap(({ kind, tools }) =>
    tools.map(({ id, name, path }): ComponentSummary => ({
      kind,
      name,
      file: path,
      method: kind,
      path: id,
    })),
  );
  return {
    components: [
      ...apis.flatMap(({ plan }) =>
        plan.components.filter(isListed).map(summariseComponent),
      ),
      ...toolSummaries,
    ],
    operations: [
      ...apis.flatMap((plannedApi) =>
        plannedApi.api.operations.map(
          (operation) =>
            routePrefixOf(plannedApi.settings.source) + operationKey(operation),
        ),
      ),
      ...toolSummaries.map(operationKey),
    ],
    findings,
    costs,
  };
}

function summariseComponent(component: PlannedComponent): ComponentSummary {
  const { kind, name, operation, source } = component;
  return {
    kind,
    name,
    ...omitEmpty({ source }),
    method: operation.method,
    path: operation.path,
    file: toComponentPath(component),
  };
}

/** Route of a component: `shop POST /pets`. */
export function routeOf({ source, ...operation }: ComponentSummary): string {
  return routePrefixOf(source ?? null) + operationKey(operation);
}
