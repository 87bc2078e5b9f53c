import { checkFunctionArguments } from "../config/function-arguments.js";
import type { Config } from "../config/config.js";
import { resolveConfig } from "../config/resolve-config.js";
import type { Finding, Problem } from "../errors.js";
import { serverNameOf } from "../emit/mcp-registry.js";
import { render } from "../emit/render.js";
import type { ComponentSummary } from "../project/outcome.js";
import { readConfigLock } from "../project/lock.js";
import { readProjectSurface } from "../lint/project-surface.js";
import { readProjectModules } from "./project-modules.js";
import { planServer, type RunOptions } from "../pipeline.js";
import { viewChangesPage, viewServerPage } from "../report/page.js";
import { totalTokens } from "../schema/token-count.js";
import type { Surface } from "../diff/surface.js";
import { escapeInvisible } from "../shared/escape.js";
import { surfaceOf } from "./diff.js";
import { summarise, routeOf } from "./compile.js";

/** Renders one HTML page without scripts: the components, their costs, what a model sees, and the findings. */
export async function report(
  config: Config,
  options: RunOptions = {},
): Promise<string> {
  checkFunctionArguments("report", { config, options });
  const lock = readConfigLock(config, options);
  const modules = readProjectModules(config, options);
  const planned = await planServer(config, { ...options, lock, modules });
  const project =
    modules && readProjectSurface({ apis: planned.apis, ...modules });
  const surface =
    project?.surface ?? (await surfaceOf(planned, config, options));
  const name = serverNameOf(planned.apis, resolveConfig(config));
  const costs = new Map(
    [...planned.tokens].map(([tool, tokens]) => [
      tool.name,
      totalTokens(tokens),
    ]),
  );
  // A hand may have renamed a tool.
  for (const { name: toolName, operation } of project?.tools ?? []) {
    const tokens = operation && planned.tokens.get(operation.component);
    if (tokens) costs.set(toolName, totalTokens(tokens));
  }
  return renderPage(viewServerPage(name, surface, planned, costs));
}

/** Renders a page of changes, component by component, base and current side by side. Marks modules that a hand edited. */
export function renderChangesPage(
  baseSurface: Surface,
  currentSurface: Surface,
  editedFiles?: ReadonlyMap<string, string>,
): string {
  return renderPage(viewChangesPage(baseSurface, currentSurface, editedFiles));
}

function renderPage(data: object): string {
  const escapedData: object = JSON.parse(
    JSON.stringify(data),
    (_, value: unknown) =>
      typeof value === "string"
        ? value.split("\n").map(escapeInvisible).join("\n")
        : value,
  ) as object; // JSON keeps an object an object
  return render({ template: "report.html", data: escapedData });
}

/** Outcomes of a document's operations; plain data. */
export interface OperationReport {
  readonly title: string;
  readonly operations: readonly OperationEntry[];
  /** Findings that concern no single operation. */
  readonly findings: readonly Finding[];
}

export interface OperationEntry {
  /** Operation: `GET /pets`, or `shop GET /pets` of one of several APIs. */
  readonly operation: string;
  /** Outcome: `excluded` by a route map or an override; `left-out` if it can't be served, see `reasons`. */
  readonly outcome: "served" | "excluded" | "left-out";
  /** Components that serve the operation; empty if it is not served. */
  readonly servedAs: readonly Pick<
    ComponentSummary,
    "kind" | "name" | "file"
  >[];
  /** Findings why the operation is served differently, or not at all, with pointer and line. */
  readonly reasons: readonly Problem[];
}

/** Reports every operation with its outcome, in the document's order; those left out come last. */
export async function reportOperations(
  config: Config,
  options: RunOptions = {},
): Promise<OperationReport> {
  const lock = readConfigLock(config, options);
  const planned = await planServer(config, { ...options, lock });
  const { components, findings, operations } = summarise(planned);
  const leftOutOperations = findings.flatMap(({ operation, severity }) =>
    severity === "left-out" && operation !== undefined ? [operation] : [],
  );
  const allOperations = new Set([...operations, ...leftOutOperations]);
  const operationEntries = [...allOperations].map(
    (operation): OperationEntry => {
      const servingComponents = components.filter(
        (component) => routeOf(component) === operation,
      );
      const isLeftOut =
        servingComponents.length === 0 && leftOutOperations.includes(operation);
      return {
        operation,
        outcome:
          servingComponents.length > 0
            ? "served"
            : isLeftOut
              ? "left-out"
              : "excluded",
        servedAs: servingComponents.map(({ kind, name, file }) => ({
          kind,
          name,
          file,
        })),
        reasons: findings.filter((finding) => finding.operation === operation),
      };
    },
  );
  return {
    title: serverNameOf(planned.apis, resolveConfig(config)),
    operations: operationEntries,
    findings: findings.filter(
      ({ operation }) =>
        operation === undefined || !allOperations.has(operation),
    ),
  };
}
