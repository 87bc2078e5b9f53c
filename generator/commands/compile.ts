import type { Config } from "../config/config.js";
import { routePrefix } from "../config/source-name.js";
import { componentPath } from "../emit/files.js";
import { nameOf } from "../emit/mcp-registry.js";
import { filled } from "../shared/json.js";
import { placesRead } from "../load/location.js";
import { operationKey } from "../model.js";
import type { Cache } from "../project/cache.js";
import type {
  ComponentSummary,
  Lock,
  RenderedFile,
  Result,
} from "../project/outcome.js";
import { recallMade, type Request } from "../project/run-cache.js";
import {
  outlineAll,
  renderProject,
  type Outlines,
  type RunOptions,
} from "../pipeline.js";
import type { PlannedComponent } from "../plan/component.js";
import { flagsForCi } from "./trust.js";

/** What documents, config and generator give, whatever became of it in the output folder. Plain data. */
export interface Made extends Omit<
  Result,
  "out" | "outcomes" | "flaws" | "lock" | "told"
> {
  readonly files: readonly RenderedFile[];
  /** Bytes of the arguments of one tool in the list. */
  readonly toolLimit: number;
  /** Everything that was read, the document first: absolute paths, addresses, and names of what is neither. */
  readonly sources: readonly string[];
  /** Of each of them, SHA-256 of its bytes as they were read. */
  readonly digests: readonly string[];
}

/** load → normalise → model → plan → render → format, or what came of it last time where it would be the same. */
export async function make(
  config: Config,
  {
    request,
    ...options
  }: RunOptions & {
    readonly request: Request;
    readonly cache: Cache;
    readonly lock: Lock | null;
    readonly yours: (path: string) => string | undefined;
  },
): Promise<Made> {
  // What `remember` was given.
  const known = options.lock && (recallMade(request) as Made | null);
  if (known !== null) {
    options.onRead?.(known.sources);
    return known;
  }
  const planned = await outlineAll(config, options);
  const checkFlags = flagsForCi(request.out, options.told);
  const files = await renderProject(planned, request.settings, {
    ...options,
    checkFlags,
  });
  const read = planned.documents;
  const { cwd = process.cwd() } = options;
  const sources = [
    ...planned.apis.flatMap((each) => each.sources),
    ...read.flatMap(({ name }) => placesRead([name], { document: name }, cwd)),
  ];
  const digests = [
    ...planned.apis.flatMap((each) => each.digests),
    ...read.map(({ digest }) => digest),
  ];
  const title = nameOf(planned.apis, request.settings);
  const { toolLimit } = planned;
  return { ...outlined(planned), title, files, sources, digests, toolLimit };
}

/** What became of the operations of all APIs. */
export function outlined({ apis, costs, findings, workflows }: Outlines) {
  const flows = workflows.map((one): ComponentSummary => ({
    kind: "workflow",
    name: one.name,
    file: one.path,
    method: "workflow",
    path: one.id,
  }));
  return {
    components: [
      ...apis.flatMap(({ plan }) => plan.components.map(summarise)),
      ...flows,
    ],
    operations: [
      ...apis.flatMap((each) =>
        each.api.operations.map(
          (one) => routePrefix(each.settings.source) + operationKey(one),
        ),
      ),
      ...flows.map(operationKey),
    ],
    findings,
    costs,
  };
}

function summarise(component: PlannedComponent): ComponentSummary {
  const { kind, name, operation, source } = component;
  return {
    kind,
    name,
    ...filled({ source }),
    method: operation.method,
    path: operation.path,
    file: componentPath(component),
  };
}

/** `shop POST /pets` */
export function routeOf({ source, ...of }: ComponentSummary): string {
  return routePrefix(source ?? null) + operationKey(of);
}
